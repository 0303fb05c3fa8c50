import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activeMessages } from '../../../shared/messages/active-messages.ts'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import { textsOf } from '../../../shared/messages/content.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Message, MessageContent, NewMessage } from '../../../shared/messages/message.ts'
import { anyContents } from '../testing/arbitrary-history.ts'
import {
  agent,
  call,
  fileChange,
  place,
  result,
  summary,
  text,
  undo,
  user,
} from '../testing/test-messages.ts'
import { testProperty } from '../testing/test-property.ts'
import { buildRequest } from './build-request.ts'
import { CALL_AT_FORK, forkedMessages, owesAnswer } from './forked-messages.ts'
import { validateRequest } from './validate-request.ts'

const FORK = 'fork' as ConversationId
const FRAME = { endpoint: 'anthropic', model: 'm', system: '', tools: [] }

function forked(contents: readonly MessageContent[], throughSeq: number): readonly NewMessage[] {
  return forkedMessages(place(contents), throughSeq, FORK)
}

function placed(messages: readonly NewMessage[]): readonly Message[] {
  return messages.map((message, index) => ({ ...message, seq: index + 1 }))
}

function asked(messages: readonly Message[]) {
  return buildRequest(messages, FRAME)
}

const TALK = [
  user('Mend it'),
  agent(text('I look.'), call('a'), call('b')),
  result(1, 0, 'a door'),
  result(1, 1, 'a hinge'),
  agent(text('Done.')),
  user('And the window?'),
]

test('a fork has the history up to its place, and sends the model the same request there', () => {
  const messages = placed(forked(TALK, 5))
  expect(messages.map(({ content }) => content.type)).toEqual([
    'user',
    'agent',
    'tool',
    'tool',
    'agent',
  ])
  expect(asked(messages)).toEqual(asked(place(TALK).slice(0, 5)))
  expect(new Set(messages.map(({ id }) => id)).size).toBe(5)
  expect(messages.every(({ id }) => id.startsWith('fork.'))).toBe(true)
})

test.each([
  [2, [CALL_AT_FORK, CALL_AT_FORK]],
  [3, ['a door', CALL_AT_FORK]],
  [4, ['a door', 'a hinge']],
])('R16 at place %i each call of the last reply has one result', (throughSeq, texts) => {
  const messages = forked(TALK, throughSeq)
  const results = messages.flatMap(({ content }) => (content.type === 'tool' ? [content] : []))
  expect(results.map(({ content }) => textsOf(content).join(''))).toEqual(texts)
  const reply = messages.find(({ content }) => content.type === 'agent')
  expect(results.map(({ callId }) => callId)).toEqual(
    [0, 1].map((index) => reply && callIdOf(reply.id, index)),
  )
})

test('rewound messages are not forked, unless the place of the fork is one where they were active', () => {
  const contents = [...TALK, agent(text('Shut.')), { type: 'rewound', fromSeq: 6 } as const]
  const wordsAt = (seq: number) => JSON.stringify(forked([...contents, user('No')], seq))
  expect(wordsAt(9)).not.toContain('Shut.')
  expect(wordsAt(9)).toContain('No')
  expect(wordsAt(7)).toContain('Shut.')
  expect(wordsAt(9)).not.toContain('rewound')
})

test('undo records and costs stay with the original conversation; the model still reads about an undo', () => {
  const files = [fileChange('a.ts')]
  const usage = { inputTokens: 5, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 }
  const reply = { ...agent(call('a')), usage, price: { input: 1, output: 1 } } as MessageContent
  const contents = [user('Go'), reply, { ...result(1, 0, 'ok'), files } as MessageContent]
  const messages = forked([...contents, undo('next', 'a.ts'), summary('So far.')], 5)
  const text = JSON.stringify(messages)
  expect(text).not.toContain('"before"')
  expect(text).not.toContain('"price":{')
  expect(text).not.toContain(':5')
  expect(text).toContain('The user undid your edits of a.ts')
})

test("it is the model's turn after a message or a tool result, and at no other place", () => {
  const owed = [1, 2, 3, 4, 5, 6].filter((seq) => owesAnswer(forked(TALK, seq)))
  expect(owed).toEqual([1, 2, 3, 4, 6])
})

testProperty(
  'R16 a fork from any place of any conversation gives a request that the strictest provider accepts, even with rewound messages, and forking that fork whole changes nothing',
  fc.property(
    anyContents,
    fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 2 }),
    fc.nat(20),
    (contents, rewinds, at) => {
      const all = [...contents]
      for (const [where, from] of rewinds) {
        const index = Math.min(all.length, where + 1)
        all.splice(index, 0, { type: 'rewound', fromSeq: Math.min(index, from + 1) }, user('Anew'))
      }
      const throughSeq = Math.min(all.length, at + 1)
      const begun = placed(forked(all, throughSeq))
      if (!begun.some(({ content }) => content.type === 'user')) return
      const going = [...begun, said(begun.length + 1)]
      expect(validateRequest(asked(going), { endsWithAgent: false })).toEqual([])
      const again = placed(forkedMessages(begun, begun.length, 'again' as ConversationId))
      expect(asked([...again, said(begun.length + 1)])).toEqual(asked(going))
      const calls = activeMessages(begun).flatMap(({ content, id }) =>
        content.type === 'agent'
          ? content.blocks
              .filter(({ type }) => type === 'toolCall')
              .map((_call, index) => callIdOf(id, index))
          : [],
      )
      const last = begun.findLast(({ content }) => content.type === 'agent')
      const results = begun.flatMap(({ content }) =>
        content.type === 'tool' ? [content.callId] : [],
      )
      for (const callId of calls.filter((each) => last && each.startsWith(`${last.id}.`))) {
        expect(results).toContain(callId)
      }
    },
  ),
)

function said(seq: number): Message {
  return { id: 'last' as Message['id'], seq, at: 0, content: user('Go on') }
}
