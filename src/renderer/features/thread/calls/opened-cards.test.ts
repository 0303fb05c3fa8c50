import { expect, test } from 'vitest'
import { CallId } from '../../../../shared/ids.ts'
import type { Part } from '../../../../client/items/thread-items.ts'
import { OpenedCards } from './opened-cards.svelte.ts'

const parts = (...ids: readonly string[]): readonly Part[] =>
  ids.map((id) => ({
    key: id,
    type: 'call',
    call: {
      callId: CallId.parse(id),
      name: 'grep',
      input: { type: 'object', value: {} },
      result: null,
    },
  }))

test('a line that a reader has opened stays open when more calls join it, until it is closed', () => {
  const cards = new OpenedCards()
  const [own, joined, other] = [parts('b', 'c'), parts('a', 'b', 'c', 'd'), parts('e', 'f')]
  cards.unfold(own, true)
  expect([own, joined, other].map((each) => cards.isUnfolded(each))).toEqual([true, true, false])
  cards.unfold(joined, false)
  expect([own, joined, other].map((each) => cards.isUnfolded(each))).toEqual([false, false, false])
})

test('a card is as it began until a reader changes it, and an element that reports the same is no reader', () => {
  const cards = new OpenedCards()
  const thinking = (isVerbose: boolean) => cards.card('r1 thinking0', isVerbose)
  thinking(true).isOpen = true
  expect([thinking(true).isOpen, thinking(false).isOpen]).toEqual([true, false])
  thinking(false).isOpen = true
  expect([thinking(false).isOpen, cards.card('r2 thinking0').isOpen]).toEqual([true, false])
  thinking(true).isOpen = false
  expect([thinking(true).isOpen, thinking(false).isOpen]).toEqual([false, false])
})

test('a reply that was written in view has the same key when it comes from the store', () => {
  const cards = new OpenedCards()
  expect(cards.keyOfReply('m1')).toBe('m1')
  cards.rememberStreamed(new Map([['m1', 'r1']]))
  cards.rememberStreamed(new Map())
  expect(['m1', 'r1', 'm2'].map((key) => cards.keyOfReply(key))).toEqual(['r1', 'r1', 'm2'])
})

test('a card has no choice until a reader makes one', () => {
  const cards = new OpenedCards()
  const [one, two] = ['a', 'b'].map((id) => CallId.parse(id)) as [CallId, CallId]
  expect(cards.choiceOf(one)).toBeNull()
  cards.choose(one, true)
  cards.choose(one, false)
  expect([cards.choiceOf(one), cards.choiceOf(two)]).toEqual([false, null])
})
