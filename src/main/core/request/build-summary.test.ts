import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MessageContent } from '../../../shared/messages/message.ts'
import { buildRequest } from './build-request.ts'
import type { RequestMessage } from './model-request.ts'
import { testAttachment, testFile } from '../testing/test-attachment.ts'
import { agent, call, place, result, summary, text, user } from '../testing/test-messages.ts'
import { testProperty } from '../testing/test-property.ts'
import { validateRequest } from './validate-request.ts'

const frame = { endpoint: 'anthropic', model: 'm', system: 's', tools: [] }

function wordsOf(messages: readonly RequestMessage[]): readonly string[] {
  return messages.flatMap(({ blocks }) =>
    blocks.map((block) => (block.type === 'text' ? block.text : block.type)),
  )
}

function built(...contents: readonly MessageContent[]): readonly RequestMessage[] {
  const request = buildRequest(place(contents), frame)
  expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
  return request.messages
}

const TALK = [
  user('First'),
  agent(text('Yes')),
  user('Newest'),
  agent(call('a')),
  result(3, 0, 'out'),
]

test('after a summary the request holds the summary and the newest messages of the person, and nothing earlier', () => {
  const [only, ...more] = built(...TALK, summary('All was well.'))
  expect(more).toEqual([])
  expect(wordsOf([only ?? { role: 'user', blocks: [] }])).toEqual([
    expect.stringMatching(/^This conversation was summarised.*\n\nAll was well\.$/s),
    'Newest',
  ])
})

test('the newest messages keep their images and every character', () => {
  const shown = { ...user('Look\n at  this'), attachments: [testAttachment('a.png')] }
  const words = wordsOf(built(shown, agent(text('Yes')), summary('Seen.')))
  expect(words.slice(1)).toEqual(['image', 'Look\n at  this'])
})

test('the newest messages name their files and paths, without their text', () => {
  const head = { text: 'One\ntwo', isWhole: true }
  const shown = { ...user('Look'), attachments: [testFile('a.txt', { head })] }
  expect(wordsOf(built(shown))[0]).toContain('Its text:]\nOne\ntwo')
  const [, file, said] = wordsOf(built(shown, agent(text('Yes')), summary('Seen.')))
  expect(file).toBe(
    '[file a.txt: text/plain, 12 bytes, kept at /attached/a.txt. It is not in this message: read it there.]',
  )
  expect(said).toBe('Look')
})

test('text from Phoenix is not mistaken for the person’s', () => {
  const continued = { ...user('Continue.'), author: 'phoenix' } as const
  const words = wordsOf(
    built(user('Mine'), agent(text('cut')), continued, agent(text('on')), summary('S')),
  )
  expect(words.slice(1)).toEqual(['Mine'])
})

test('a sub-agent’s task survives its summary', () => {
  const task = { ...user('The task'), author: 'phoenix' } as const
  const asked = { ...user('Call submit_result.'), author: 'phoenix' } as const
  const words = wordsOf(built(task, agent(text('Hm')), asked, agent(text('Hm')), summary('S')))
  expect(words.slice(1)).toEqual(['The task'])
})

test('messages after a summary follow it, including calls and results', () => {
  const after = built(...TALK, summary('S'), agent(call('b')), result(6, 0, 'new'), user('More'))
  expect(wordsOf(after).slice(2)).toEqual(['toolCall', 'toolResult', 'More'])
})

test('a second summary replaces the first, and keeps the newest message', () => {
  const words = wordsOf(built(...TALK, summary('One'), agent(text('Hm')), summary('Two')))
  expect(words).toEqual([expect.stringContaining('Two'), 'Newest'])
})

test('a summary does not change the stored messages', () => {
  const messages = place([...TALK, summary('S')])
  const before = JSON.stringify(messages)
  buildRequest(messages, frame)
  expect(JSON.stringify(messages)).toBe(before)
})

/** (role, block) in order, as JSON. */
function flat(messages: readonly RequestMessage[]): readonly string[] {
  return messages.flatMap(({ role, blocks }) =>
    blocks.map((block) => JSON.stringify([role, block])),
  )
}

const anyWords = fc.string({ maxLength: 5 }).map((each) => `${each}.`)
/** What one request and its answer add: a reply in words, or calls with all their results, then words. */
const anyRound = fc.record({
  said: fc.option(anyWords),
  calls: fc.nat(2),
  words: anyWords,
  summarised: fc.boolean(),
})

testProperty(
  'unless a summary lies between them, each request is the beginning of the next',
  fc.property(fc.array(anyRound, { minLength: 1, maxLength: 6 }), (rounds) => {
    let contents: readonly MessageContent[] = [user('Go')]
    let before = flat(built(...contents))
    for (const { said, calls, words, summarised } of rounds) {
      const reply = contents.length
      const made = Array.from({ length: calls }, (_, index) => call(`c${index}`))
      const results = made.map((_, index) => result(reply, index, words))
      const next = said === null && calls > 0 ? [] : [user(said ?? 'On')]
      contents = [...contents, agent(text(words), ...made), ...results, ...next]
      if (summarised) contents = [...contents, summary(words)]
      const now = flat(built(...contents))
      if (!summarised) expect(now.slice(0, before.length)).toEqual(before)
      before = now
    }
  }),
)
