import { expect, test } from 'vitest'
import { Message } from '../../../../shared/messages/message.ts'
import { agentMessage, personMessage } from '../../../../client/fakes/samples.ts'
import { foldSolved, wordsOfTries } from './solved-errors.ts'
import { threadItems } from '../../../../client/items/thread-items.ts'

function failure(seq: number): Message {
  const content = { type: 'error', kind: 'overloaded', text: `failure ${seq}` }
  return Message.parse({ id: `m${seq}`, seq, at: seq, content })
}

const answer = (seq: number): Message => agentMessage(seq, [{ type: 'text', text: 'Done.' }])

/** The items on the page; folded attempts by their number. */
function shown(...messages: readonly Message[]): readonly string[] {
  return foldSolved(threadItems(messages, new Map())).map((item) =>
    item.type === 'failedTries' ? wordsOfTries(item.errors.length) : item.type,
  )
}

test('an unsolved error stays', () => {
  expect(shown(personMessage(1), failure(2))).toEqual(['you', 'error'])
  expect(shown(personMessage(1), answer(2), personMessage(3), failure(4))).toEqual([
    'you',
    'agent',
    'you',
    'error',
  ])
})

test('of consecutive failed attempts the last is shown; after an answer they become one line', () => {
  const tries = [personMessage(1), failure(2), failure(3), failure(4)]
  expect(shown(...tries)).toEqual(['you', '2 failed attempts', 'error'])
  expect(shown(...tries, answer(5))).toEqual(['you', '3 failed attempts', 'agent'])
})

test('a message between does not make an error unsolved', () => {
  const messages = [personMessage(1), failure(2), personMessage(3), answer(4)]
  expect(shown(...messages)).toEqual(['you', '1 failed attempt', 'you', 'agent'])
})

test('each folded error can be read', () => {
  const items = foldSolved(threadItems([failure(1), failure(2), answer(3)], new Map()))
  expect(items[0]).toMatchObject({ errors: [{ text: 'failure 1' }, { text: 'failure 2' }] })
})
