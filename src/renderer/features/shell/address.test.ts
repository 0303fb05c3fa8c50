import { expect, test } from 'vitest'
import { ConversationId } from '../../../shared/ids.ts'
import { snapshotOf } from '../../fakes/samples.ts'
import { conversationIn, fragmentOf, isPlaceToReturnTo, placeIn, placeThatIs } from './address.ts'

const id = ConversationId.parse('c/1&2')
const other = ConversationId.parse('c2')

test('the address names a conversation, or the form for a new one', () => {
  expect(conversationIn(fragmentOf(id))).toBe(id)
  expect(conversationIn(fragmentOf(null))).toBeNull()
  expect(conversationIn('')).toBeNull()
})

test('it also names the neighbouring pane, and its side', () => {
  for (const shown of [id, null])
    for (const side of ['left', 'right'] as const) {
      const place = { shown, beside: { side, shown: other } }
      expect(placeIn(fragmentOf(shown, place.beside))).toEqual(place)
    }
  const form = { side: 'right', shown: null } as const
  expect(placeIn(fragmentOf(id, form))).toEqual({ shown: id, beside: form })
})

test('an address with no place, or with one conversation twice, is used as far as possible', () => {
  for (const text of ['', '#', '#conversation=', '#left=c2', `#conversation=${'x'.repeat(999)}`])
    expect(placeIn(text)).toBeNull()
  expect(placeIn('#conversation=c2&right=c2')).toEqual({ shown: other, beside: null })
  expect(placeIn('#new&right=new')).toEqual({ shown: null, beside: null })
})

test('R26 of a place left earlier only what still exists is shown again', () => {
  const { summary } = snapshotOf()
  const rows = [
    { ...summary, id, updatedAt: 1 },
    { ...summary, id: other, updatedAt: 2 },
  ]
  const gone = ConversationId.parse('gone')
  const beside = { side: 'right', shown: id } as const
  expect(placeThatIs({ shown: other, beside }, rows)).toEqual({ shown: other, beside })
  expect(placeThatIs({ shown: id, beside: { ...beside, shown: gone } }, rows)).toEqual({
    shown: id,
    beside: null,
  })
  expect(placeThatIs({ shown: gone, beside }, rows)).toEqual({ shown: other, beside: null })
  expect(placeThatIs(null, rows).shown).toBe(other)
  expect(placeThatIs({ shown: null, beside: null }, rows).shown).toBeNull()
  expect(placeThatIs(null, []).shown).toBeNull()
})

test('Back goes only to conversations', () => {
  expect(isPlaceToReturnTo(fragmentOf(id))).toBe(true)
  expect(isPlaceToReturnTo(fragmentOf(null, { side: 'left', shown: id }))).toBe(false)
  expect(['', '#', fragmentOf(null)].some(isPlaceToReturnTo)).toBe(false)
})
