import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { agent, call, place, result, text, user } from '../../core/testing/test-messages.ts'
import { importedMessages } from './imported-messages.ts'

const ID = 'c' as ConversationId

test('a session that begins with an answer starts with a message that says so', () => {
  const begun = importedMessages(place([user(' '), agent(text('Here I am.'))]), ID)
  expect(begun[0]?.content).toMatchObject({ type: 'user', author: 'phoenix' })
  expect(importedMessages(place([user('Hello'), agent(text('Here I am.'))]), ID)).toHaveLength(2)
})

test('calls keep their results under new ids, and get names that providers accept', () => {
  const odd = { ...call('p'), name: `my.server/tool ${'x'.repeat(80)}` }
  const [, reply, answer] = importedMessages(
    place([user('Go'), agent(odd), result(1, 0, 'done')]),
    ID,
  )
  expect(answer?.content).toMatchObject({ type: 'tool', callId: `${reply?.id}.0` })
  expect(JSON.stringify(reply)).toContain(`"my_server_tool_${'x'.repeat(49)}"`)
})

test('rewound messages are not imported', () => {
  const history = place([
    user('Hello'),
    user('Never mind'),
    { type: 'rewound', fromSeq: 2 },
    user('Hi'),
  ])
  expect(importedMessages(history, ID).map(({ content }) => content)).toMatchObject([
    { text: 'Hello' },
    { text: 'Hi' },
  ])
  expect(importedMessages([], ID)).toEqual([])
})
