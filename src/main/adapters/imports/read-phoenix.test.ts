import { expect, test } from 'vitest'
import { activeMessages } from '../../../shared/messages/active-messages.ts'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import type { ReadSession } from '../../runtime/ports/import-port.ts'
import { lineOf } from '../../runtime/fakes/line-of-message.ts'
import { findExports, readPhoenix } from './read-phoenix.ts'

function transcript({ messages }: Pick<ReadSession, 'messages'>): readonly string[] {
  return messages.map(({ content }) => lineOf(content))
}

const exported = (seq: number, content: object) => ({ id: `i${seq}`, seq, at: 0, content })
const person = (text: string) => ({ type: 'user', text, attachments: [], author: 'person' })

test('for an export unreadable parts are counted, and a rewind names the new place of its message', () => {
  const session = readPhoenix(
    JSON.stringify({
      title: 'T',
      folder: '/work',
      commands: [{ command: 'make' }],
      messages: [
        exported(1, { type: 'hologram' }),
        exported(2, person('One')),
        exported(2, person('One again')),
        exported(3, person('Two')),
        exported(4, { type: 'rewound', fromSeq: 3 }),
      ],
      images: { no: 'hash', ['a'.repeat(64)]: 'data:image/png;base64,AAEC' },
    }),
  )
  expect(session.messages.map(({ seq }) => seq)).toEqual([1, 2, 3])
  expect(transcript(session)).toEqual(['user: One', 'user: Two', 'rewound from 2'])
  expect(session.skipped).toEqual([
    { what: 'messages that cannot be read', count: 2 },
    { what: 'command that a person ran', count: 1 },
  ])
  expect([...session.images]).toEqual([['a'.repeat(64), 'AAEC']])
})

test('for an export with unreadable parts, a rewind and a summary of a part still reach as far as they did', () => {
  const summary = { type: 'summary', text: 'S', model: null, usage: NO_USAGE, price: null }
  const { messages } = readPhoenix(
    JSON.stringify({
      messages: [
        exported(1, { type: 'hologram' }),
        exported(2, person('One')),
        exported(3, person('Two')),
        exported(4, { ...summary, throughSeq: 2 }),
        exported(5, { type: 'hologram' }),
        exported(6, person('Rewound')),
        exported(7, { type: 'rewound', fromSeq: 5 }),
      ],
    }),
  )
  const active = activeMessages(messages)
  expect(transcript({ messages: active })).toEqual([
    'user: One',
    'summary: S',
    'user: Two',
    'rewound from 4',
  ])
})

test('the times of an export that somebody edited are times that can be stored and shown', () => {
  const edited = [5.5, 1e300].map((at, index) => ({ ...exported(index + 1, person('One')), at }))
  const { messages } = readPhoenix(JSON.stringify({ messages: edited }))
  expect(messages.map((each) => each.at)).toEqual([5, 0])
})

const rescued = (title: string, ...messages: readonly object[]) => ({
  format: 'phoenix-conversation',
  title,
  messages,
})
const bytesOf = (...parts: readonly unknown[]) => new TextEncoder().encode(JSON.stringify(parts))

test('a recovery export holds several conversations; those without words are skipped, and other arrays refused', () => {
  const bytes = bytesOf(
    rescued('First', exported(1, person('Q1'))),
    rescued('Empty'),
    { format: 'something else' },
    rescued('Last', exported(1, person('Q2')), exported(2, person('Q3'))),
  )
  const { end, exports } = findExports([bytes])
  expect(end).toBe('whole')
  const marked = findExports([Buffer.concat([Buffer.from('\uFEFF'), bytes])])
  expect(marked.exports.map(({ from, title }) => [from - 3, title])).toEqual(
    exports.map(({ from, title }) => [from, title]),
  )
  const sessions = exports.map(({ from, to }) =>
    readPhoenix(new TextDecoder().decode(bytes.subarray(from, to))),
  )
  expect(sessions.map((session) => [session.title, transcript(session)])).toEqual([
    ['First', ['user: Q1']],
    ['Last', ['user: Q2', 'user: Q3']],
  ])
  for (const parts of [[], [1], [rescued('Empty')]])
    expect(findExports([bytesOf(...parts)]).exports).toEqual([])
})
