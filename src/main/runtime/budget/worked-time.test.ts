import { expect, test } from 'vitest'
import type { Message } from '../../../shared/messages/message.ts'
import { workedFor } from './worked-time.ts'

const HOUR = 3_600_000

function at(ms: number, content: Message['content'], seq: number): Message {
  return { id: `m${seq}`, seq, at: ms, content } as Message
}

test('a call that waited for a person counts only its running time', () => {
  const said = { type: 'user', text: '', attachments: [], author: 'person' } as const
  const tool = { type: 'tool', durationMs: 2_000 } as Message['content']
  const agent = { type: 'agent', blocks: [] } as unknown as Message['content']
  const messages = [
    at(0, said, 1),
    at(3_000, agent, 2),
    at(3_600_000, tool, 3),
    at(3_601_000, agent, 4),
    at(9_000_000, said, 5),
    at(40_000_000, agent, 6),
  ]
  const worked = messages.map((message, index) =>
    workedFor(message, { message: messages[index - 1] ?? null, reply: null }),
  )
  expect(worked).toEqual([0, 3_000, 2_000, 1_000, 0, 2 * 3_600_000])
})

test('the time for which a conversation was at rest before a person asked for a summary does not count', () => {
  const agent = { type: 'agent', blocks: [] } as unknown as Message['content']
  const tool = { type: 'tool' } as Message['content']
  const summary = at(HOUR, { type: 'summary' } as Message['content'], 2)
  const worked = [agent, tool].map((content) =>
    workedFor(summary, { message: at(0, content, 1), reply: null }),
  )
  expect(worked).toEqual([0, HOUR])
})
