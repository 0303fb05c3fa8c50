import { expect, test } from 'vitest'
import type { Block } from '../../../shared/messages/content.ts'
import type { Effort } from '../../../shared/models/effort.ts'
import type { Message, MessageContent } from '../../../shared/messages/message.ts'
import type { Repair } from '../../../shared/messages/repair.ts'
import { buildRequest, Projection } from './build-request.ts'
import type { ModelRequest } from './model-request.ts'
import { effortFor, type RejectedPart, repairsFor, withRepair } from './repairs.ts'
import { testAttachment } from '../testing/test-attachment.ts'
import {
  agent,
  call,
  imageResult,
  place,
  result,
  summary,
  text,
  user,
} from '../testing/test-messages.ts'
import { validateRequest } from './validate-request.ts'

const FRAME = { endpoint: 'anthropic', model: 'm', system: 's', tools: [] }

function repair(what: Repair, model = 'm'): MessageContent {
  return { type: 'repair', text: 'Refused.', model, repair: what }
}

function thought(words: string): Block {
  return { type: 'thinking', text: words, signature: `signed ${words}` }
}

function build(messages: readonly Message[]): ModelRequest {
  const request = buildRequest(messages, FRAME)
  expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
  return request
}

function thoughtsIn({ messages }: ModelRequest): readonly string[] {
  return messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'thinking' ? [block.text] : [])),
  )
}

const REDACTED: Block = { type: 'redactedThinking', data: 'secret' }
const IN_A_ROUND = [
  user('One'),
  agent(thought('old'), REDACTED, text('Yes')),
  user('Two'),
  agent(thought('new'), call('a')),
  result(3, 0, 'done'),
]

test('R17 the repair without earlier thinking keeps that of the current round; the repair without thinking drops it for the whole turn', () => {
  expect(thoughtsIn(build(place(IN_A_ROUND)))).toEqual(['old', 'new'])
  const earlier = build(place([...IN_A_ROUND, repair({ type: 'withoutEarlierThinking' })]))
  expect(thoughtsIn(earlier)).toEqual(['new'])
  expect(JSON.stringify(earlier)).not.toContain('secret')
  const all = build(place([...IN_A_ROUND, repair({ type: 'withoutThinking' })]))
  expect(thoughtsIn(all)).toEqual([])
  expect(JSON.stringify(all)).toContain('Yes')
})

test('thinking after a repair is sent, and a narrower repair does not undo a wider one', () => {
  const after = [
    repair({ type: 'withoutThinking' }),
    agent(thought('newest'), call('b')),
    result(6, 0, 'done'),
    repair({ type: 'withoutEarlierThinking' }),
  ]
  expect(thoughtsIn(build(place([...IN_A_ROUND, ...after])))).toEqual(['newest'])
})

test('a repair applies to the model that refused, and to no other', () => {
  const other = repair({ type: 'withoutThinking' }, 'other')
  expect(thoughtsIn(build(place([...IN_A_ROUND, other])))).toEqual(['old', 'new'])
  const earlier = repair({ type: 'withoutEarlierThinking' })
  expect(thoughtsIn(build(place([...IN_A_ROUND, earlier, other])))).toEqual(['new'])
})

test('a repair that changes no text leaves the request unchanged', () => {
  for (const what of [{ type: 'withSummary' }, { type: 'withoutEffort', effort: 'high' }] as const)
    expect(build(place([...IN_A_ROUND, repair(what)]))).toEqual(build(place(IN_A_ROUND)))
})

test('the history with one more repair has it at its end', () => {
  const [next] = withRepair(place(IN_A_ROUND), 'm', { type: 'callsAsText' }).slice(-1)
  expect(next).toMatchObject({
    seq: IN_A_ROUND.length + 1,
    content: { type: 'repair', model: 'm' },
  })
})

test('calls as text: nothing needs pairing, text keeps its order, later calls stay calls', () => {
  const request = build(place([...IN_A_ROUND, repair({ type: 'callsAsText' })]))
  expect(request.messages).toEqual([
    { role: 'user', blocks: [{ type: 'text', text: 'One' }] },
    { role: 'agent', blocks: [{ type: 'text', text: 'Yes' }] },
    { role: 'user', blocks: [{ type: 'text', text: 'Two' }] },
    { role: 'agent', blocks: [{ type: 'text', text: '[called bash: {}]' }] },
    { role: 'user', blocks: [{ type: 'text', text: '[result]\ndone' }] },
  ])
  const later = [repair({ type: 'callsAsText' }), agent(call('b')), result(6, 0, 'again')]
  expect(build(place([...IN_A_ROUND, ...later])).messages.slice(-2)).toMatchObject([
    { blocks: [{ type: 'toolCall', id: 'b' }] },
    { blocks: [{ type: 'toolResult', id: 'b' }] },
  ])
})

const A = testAttachment('a.png', { bytes: 100 })
const B = testAttachment('b.png', { bytes: 100 })
const WITH_IMAGES = [
  { ...user('Look'), attachments: [A, B] },
  agent(call('a')),
  imageResult(1, 0, 'c.png'),
]
const BLOB_C = testAttachment('c.png', { bytes: 100 }).copy

test('R21 a refused image is a placeholder from then on, wherever it appears again', () => {
  const left = repair({ type: 'withoutImages', blobs: [A.copy, BLOB_C] })
  const again = { ...user('Again'), attachments: [A] }
  const sent = JSON.stringify(build(place([...WITH_IMAGES, left, agent(text('Yes')), again])))
  expect(sent).not.toContain(A.copy)
  expect(sent).not.toContain(BLOB_C)
  expect(sent).toContain(B.copy)
  expect(sent.match(/\[image a.png left out: the model could not take it\]/g)).toHaveLength(2)
})

test('a projection extended by a repair equals a new one', () => {
  const whole = place([
    ...IN_A_ROUND,
    repair({ type: 'withoutThinking' }),
    agent(thought('x'), text('Yes')),
    user('Three'),
    repair({ type: 'withoutImages', blobs: [A.copy] }),
    { ...user('Four'), attachments: [A] },
    summary('All of it'),
    { ...user('Five'), attachments: [A] },
  ])
  const grown = new Projection(FRAME)
  for (let length = 1; length <= whole.length; length++) {
    const part = whole.slice(0, length)
    expect(grown.of(part)).toEqual(buildRequest(part, FRAME).messages)
  }
  expect(grown.of(place([user('Another')]))).toEqual(
    buildRequest(place([user('Another')]), FRAME).messages,
  )
})

function offered(
  rejectedPart: RejectedPart,
  contents: readonly MessageContent[],
  canBeSummarised = true,
  effort: Effort = 'auto',
): readonly Repair[] {
  const messages = place(contents)
  return repairsFor({
    rejectedPart,
    request: build(messages),
    effort,
    requestWith: (each) => buildRequest(withRepair(messages, 'm', each), FRAME),
    canBeSummarised,
  })
}

function typesFor(...args: Parameters<typeof offered>): readonly string[] {
  return offered(...args).map(({ type }) => type)
}

test('R18 only repairs that would change the request and fit the refusal are offered', () => {
  const thinking = { type: 'thinking' } as const
  expect(typesFor(thinking, IN_A_ROUND)).toEqual([
    'withoutEarlierThinking',
    'withoutThinking',
    'withSummary',
  ])
  const inItsFirst = [user('Two'), agent(thought('new'), call('a')), result(1, 0, 'done')]
  expect(typesFor(thinking, inItsFirst)).toEqual(['withoutThinking', 'withSummary'])
  expect(typesFor(thinking, [user('Two'), agent(text('Yes')), user('?')], false)).toEqual([])
  expect(typesFor({ type: 'unclear' }, WITH_IMAGES)).toEqual(['withSummary'])
  expect(typesFor({ type: 'calls' }, WITH_IMAGES)).toEqual(['callsAsText', 'withSummary'])
  expect(typesFor({ type: 'calls' }, [user('Hello')], false)).toEqual([])
  expect(typesFor({ type: 'images' }, WITH_IMAGES)).toEqual(['withoutAllImages', 'withSummary'])
  expect(typesFor({ type: 'image', at: null }, [user('Hello')], false)).toEqual([])
})

const MUCH_SAID = 'a'.repeat(30_000)
const ROUNDS = [user('Go'), agent(call('x')), result(1, 0, MUCH_SAID), agent(call('y'))]
const ROUNDS_AND_IMAGE = [...ROUNDS, imageResult(3, 0, 'c.png')]

test('a request with too many bytes drops older outputs first if they are a large part, then images, then asks for a summary', () => {
  const size = { type: 'size' } as const
  expect(typesFor(size, ROUNDS_AND_IMAGE)).toEqual([
    'shortOutputs',
    'withoutAllImages',
    'withSummary',
  ])
  const oneBigImage = {
    ...user('Look'),
    attachments: [testAttachment('big', { bytes: 3_000_000 })],
  }
  expect(typesFor(size, [oneBigImage])).toEqual(['withoutAllImages', 'withSummary'])
  expect(typesFor(size, [...ROUNDS, result(3, 0, 'x'), agent(text('Yes')), oneBigImage])).toEqual([
    'withoutAllImages',
    'withSummary',
  ])
  expect(typesFor(size, [user('b'.repeat(30_000))], false)).toEqual([])
})

function typesForSize(newestLength: number): readonly string[] {
  const newest = result(3, 0, 'b'.repeat(newestLength))
  return typesFor({ type: 'size' }, [...ROUNDS, newest], false)
}

test('leaving out the middle of outputs must save a fifth of a request', () => {
  const saved = MUCH_SAID.length - 2_000
  const rest = saved * 5 - MUCH_SAID.length
  expect(typesForSize(rest - 3_000)).toEqual(['shortOutputs'])
  expect(typesForSize(rest + 3_000)).toEqual([])
})

test('a refused effort is left out for that model; without an effort nothing changes', () => {
  const rejectedPart = { type: 'effort' } as const
  const repair = { type: 'withoutEffort', effort: 'high' } as const
  expect(offered(rejectedPart, IN_A_ROUND, true, 'high')).toEqual([repair])
  expect(offered(rejectedPart, IN_A_ROUND)).toEqual([])
  const refused = withRepair(place(IN_A_ROUND), 'm', repair)
  expect(effortFor(refused, 'm', 'high')).toBe('auto')
  expect(effortFor(refused, 'm', 'low')).toBe('low')
  expect(effortFor(refused, 'other', 'high')).toBe('high')
  expect(buildRequest(refused, FRAME)).toEqual(build(place(IN_A_ROUND)))
})

const TWO_CALLS = [
  ...WITH_IMAGES.slice(0, 1),
  agent(call('a'), call('b')),
  imageResult(1, 0, 'c.png'),
  imageResult(1, 1, 'd.png'),
  agent(text('Seen.')),
  user('And now?'),
]
const BLOB_D = testAttachment('d.png', { bytes: 100 }).copy

function blobsAt(at: Extract<RejectedPart, { type: 'image' }>['at']) {
  return offered({ type: 'image', at }, TWO_CALLS).flatMap((each) =>
    'blobs' in each ? [each.blobs] : [],
  )
}

test('the image that the server names is dropped first, with its whole result if no part is named; then those of the newest message; then all', () => {
  const all = [A.copy, B.copy, BLOB_C, BLOB_D]
  const newest = [BLOB_C, BLOB_D]
  expect(blobsAt({ message: 0, block: 1, part: null })).toEqual([[B.copy], all])
  expect(blobsAt({ message: 0, block: 1, part: 7 })).toEqual([[B.copy], all])
  expect(blobsAt({ message: 2, block: 0, part: 1 })).toEqual([[BLOB_C], all])
  expect(blobsAt({ message: 2, block: 1, part: null })).toEqual([[BLOB_D], all])
  expect(blobsAt({ message: 0, block: 2, part: null })).toEqual([newest, all])
  expect(blobsAt({ message: 2, block: 0, part: 0 })).toEqual([newest, all])
  expect(blobsAt({ message: 2, block: 0, part: 9 })).toEqual([newest, all])
  expect(blobsAt({ message: 9, block: 0, part: null })).toEqual([newest, all])
  expect(blobsAt(null)).toEqual([newest, all])
})
