import { expect, test } from 'vitest'
import { agentMessage } from '../../../client/fakes/samples.ts'
import { loadBackTo } from './load-back.ts'

/** A conversation with the messages from `first` on; each page has one more, as long as there is a connection. */
function paged(first: number, pages = Infinity) {
  let at = first
  let left = pages
  const back = {
    view: () => ({ hasEarlier: at > 1, messages: [agentMessage(at, [])] }),
    showEarlier: async () => {
      left -= 1
      if (left < 0) return false
      at -= 1
      return true
    },
    isWanted: () => true,
  }
  return { back, first: () => at }
}

test('earlier messages are loaded until the wanted one is there', async () => {
  const { back, first } = paged(9)
  expect(await loadBackTo(4, back)).toBe(true)
  expect(first()).toBe(4)
})

test('a failure to load is no word about the message', async () => {
  const { back, first } = paged(9, 2)
  expect(await loadBackTo(4, back)).toBe(false)
  expect(first()).toBe(7)
})

test('nothing is loaded for a place that nobody wants any more', async () => {
  const { back, first } = paged(9)
  expect(await loadBackTo(4, { ...back, isWanted: () => false })).toBe(true)
  expect(first()).toBe(9)
})
