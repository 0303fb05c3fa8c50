import { expect, test } from 'vitest'
import type { MessageId } from '../../../../shared/ids.ts'
import type { Message } from '../../../../shared/messages/message.ts'
import { place, user } from '../../../core/testing/test-messages.ts'
import { newestMessages } from './newest-messages.ts'

const HISTORY = place(Array.from({ length: 50 }, (_, index) => user(`${index}`)))
const PAGE = 10

function pageBefore(seq: number | null): readonly Message[] {
  return HISTORY.filter((message) => seq === null || message.seq < seq).slice(-PAGE)
}

test('without an open round a page is one page', () => {
  expect(newestMessages(pageBefore, null)).toEqual(HISTORY.slice(-PAGE))
})

test('it includes the reply of an open round, however many results follow', () => {
  const [reply] = HISTORY.slice(-35)
  const messages = newestMessages(pageBefore, reply?.id ?? null)
  expect(messages).toEqual(HISTORY.slice(-40))
})

test('an unknown reply ends the search at the first message', () => {
  expect(newestMessages(pageBefore, 'gone' as MessageId)).toEqual(HISTORY)
})
