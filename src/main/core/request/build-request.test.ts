import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import type { Block } from '../../../shared/messages/content.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { MessageContent } from '../../../shared/messages/message.ts'
import { anyContents } from '../testing/arbitrary-history.ts'
import { buildRequest, Projection } from './build-request.ts'
import { agent, call, place, result, summary, text, undo, user } from '../testing/test-messages.ts'
import { testProperty } from '../testing/test-property.ts'
import { RequestCheck, validateRequest } from './validate-request.ts'

const frame = { endpoint: 'anthropic', model: 'm', system: 's', tools: [] }

test('T31 a call id that a provider uses in two replies never collides', () => {
  const messages = place([
    user('Go'),
    agent(call('call_0')),
    result(1, 0, 'first'),
    agent(call('call_0')),
    result(3, 0, 'second'),
  ])
  const request = buildRequest(messages, frame)
  expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
  expect(request.messages[2]?.blocks).toMatchObject([
    { id: 'call_0', content: [{ text: 'first' }] },
  ])
  expect(request.messages[4]?.blocks).toMatchObject([
    { id: 'call_0_2', content: [{ text: 'second' }] },
  ])
})

test('T32 the same id twice in one reply is re-keyed in the request and kept in the message', () => {
  const messages = place([
    user('Go'),
    agent(call('x'), call('x')),
    result(1, 0, 'a'),
    result(1, 1, 'b'),
  ])
  const request = buildRequest(messages, frame)
  expect(request.messages[2]?.blocks).toMatchObject([
    { id: 'x', content: [{ text: 'a' }] },
    { id: 'x_2', content: [{ text: 'b' }] },
  ])
  expect(messages[1]?.content).toMatchObject({
    blocks: [{ providerCallId: 'x' }, { providerCallId: 'x' }],
  })
})

test('T33 results find their calls by id, in any order and number', () => {
  const messages = place([
    user('Go'),
    agent(call('a'), call('b')),
    result(1, 1, 'for b'),
    result(1, 1, 'for b again'),
    result(9, 0, 'for nobody'),
  ])
  expect(buildRequest(messages, frame).messages[2]?.blocks).toMatchObject([
    { id: 'a', isError: true, content: [{ text: 'Interrupted: this call has no result.' }] },
    { id: 'b', isError: false, content: [{ text: 'for b' }] },
  ])
})

test('results come before text in one user message, and system lines are not sent', () => {
  const messages = place([
    user('Go'),
    agent(call('a')),
    result(1, 0, 'done'),
    { type: 'system', text: 'for people' },
    { type: 'error', kind: 'network', text: 'for people' },
    user('More'),
  ])
  expect(buildRequest(messages, frame).messages.at(-1)).toMatchObject({
    role: 'user',
    blocks: [{ type: 'toolResult' }, { type: 'text', text: 'More' }],
  })
})

test('R17 thinking goes back byte for byte to the model that produced it, and to no other', () => {
  const thought: Block = { type: 'thinking', text: ' \ud800 odd ', signature: 'sig=' }
  const messages = place([user('Go'), agent(thought, text('Hi')), user('More')])
  expect(buildRequest(messages, frame).messages[1]?.blocks[0]).toEqual(thought)
  const other = buildRequest(messages, { ...frame, model: 'other' })
  expect(other.messages[1]?.blocks).toEqual([{ type: 'text', text: 'Hi' }])
  const elsewhere = buildRequest(messages, { ...frame, endpoint: 'gateway' })
  expect(elsewhere.messages[1]?.blocks).toEqual([{ type: 'text', text: 'Hi' }])
})

testProperty(
  'T39 any history gives alternating roles and a request that ends with the user, valid by every rule',
  fc.property(anyContents, (contents) => {
    const request = buildRequest(place(contents), frame)
    expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
    expect(JSON.stringify(request)).not.toMatch(/\\ud[89a-f]/)
  }),
)

/** How many calls have no result by the end: one counts for the last reply before it, once. */
function unanswered(contents: readonly MessageContent[]): number {
  let left = 0
  let open = new Set<string>()
  contents.forEach((content, index) => {
    if (content.type === 'tool') open.delete(content.callId)
    if (content.type !== 'agent') return
    left += open.size
    const calls = content.blocks.filter(({ type }) => type === 'toolCall')
    open = new Set(calls.map((_, each) => callIdOf(`m${index}` as MessageId, each)))
  })
  return left + open.size
}

testProperty(
  'R16 any log makes a valid request from every prefix and after every fork, with unanswered calls reported as interrupted',
  fc.property(anyContents, fc.nat(15), (contents, cut) => {
    const prefix = contents.slice(0, 1 + (cut % contents.length))
    const request = buildRequest(place(prefix), frame)
    expect(buildRequest(place(prefix), frame)).toEqual(request)
    expect(validateRequest(request, { endsWithAgent: true })).toEqual([])
    const forked = buildRequest(place([...prefix, user('And now?')]), frame)
    expect(validateRequest(forked, { endsWithAgent: false })).toEqual([])
    expect(JSON.stringify(forked)).not.toMatch(/\\ud[89a-f]/)
    const told = forked.messages.flatMap(({ blocks }) => blocks)
    const interrupted = told.filter((block) => block.type === 'toolResult' && block.isError)
    expect(interrupted).toHaveLength(unanswered(prefix))
    for (const block of interrupted) {
      expect(block).toMatchObject({ content: [{ text: expect.stringMatching('^Interrupted') }] })
    }
  }),
)

testProperty(
  'a projection extended step by step equals a new one, and its checks agree',
  fc.property(anyContents, (contents) => {
    const messages = place(contents)
    const projection = new Projection(frame)
    const check = new RequestCheck()
    for (let count = 1; count <= messages.length; count++) {
      const history = messages.slice(0, count)
      const request = { ...frame, messages: projection.of(history) }
      const fresh = buildRequest(history, frame)
      expect(request.messages).toEqual(fresh.messages)
      const allows = { endsWithAgent: false }
      expect(check.complaints(request, allows)).toEqual(validateRequest(fresh, allows))
    }
    expect(projection.of(messages.slice(0, 1))).toEqual(
      buildRequest(messages.slice(0, 1), frame).messages,
    )
  }),
)

test('an undo is reported after the results, or after the reply that could not know of it', () => {
  const during = [user('Go'), agent(call('a')), undo('next', 'a.ts', 'b.ts'), result(1, 0, 'out')]
  const words =
    '[The user undid your edits of a.ts and b.ts. These files are as they were before the edits.]'
  expect(buildRequest(place(during), frame).messages[2]?.blocks).toMatchObject([
    { type: 'toolResult', id: 'a' },
    { type: 'text', text: words },
  ])
  const asked = [user('Go')]
  const meanwhile = [...asked, undo('afterReply', 'a.ts'), agent(call('a')), result(2, 0, 'out')]
  const before = buildRequest(place(asked), frame).messages
  const after = buildRequest(place(meanwhile), frame).messages
  expect(after.slice(0, 1)).toEqual(before)
  expect(after.at(-1)?.blocks.map(({ type }) => type)).toEqual(['toolResult', 'text'])
})

test('an undo during a paused reply is reported after the reply resumes; the resumed request is unchanged', () => {
  const paused = { ...agent(text('Searching')), end: 'pauseTurn' } as const
  const asked = [user('Go'), paused, undo('next', 'a.ts')]
  const before = buildRequest(place(asked), frame).messages
  expect(before).toEqual(buildRequest(place(asked.slice(0, 2)), frame).messages)
  const withCall = { ...agent(call('a')), end: 'pauseTurn' } as const
  for (const next of [agent(text('Found.')), user('Stop'), summary('Short.')]) {
    const after = buildRequest(place([...asked, next]), frame)
    expect(JSON.stringify(after.messages.at(-1))).toContain('edits of a.ts')
  }
  const results = [user('Go'), withCall, result(1, 0, 'out'), undo('next', 'a.ts')]
  expect(buildRequest(place(results), frame).messages.at(-1)?.blocks).toHaveLength(2)
})

test('a missing reply or a summary does not hide an undo from the model', () => {
  for (const next of [user('And now?'), summary('Short.')]) {
    const contents = [user('Go'), agent(text('Hm')), undo('afterReply', 'a.ts'), next]
    expect(JSON.stringify(buildRequest(place(contents), frame))).toContain('edits of a.ts')
  }
})

test('half a surrogate pair never reaches the request', () => {
  const request = buildRequest(
    place([user('cut \ud83d'), agent(text('\ude00 cut')), user('x')]),
    frame,
  )
  expect(JSON.stringify(request)).not.toMatch(/\\ud[89a-f]/)
})
