import { expect, test } from 'vitest'
import { Block } from '../../../shared/messages/content.ts'
import type { MessageContent } from '../../../shared/messages/message.ts'
import type { Repair } from '../../../shared/messages/repair.ts'
import { buildToolless } from './build-compaction.ts'
import type { RequestFrame } from './request-frame.ts'
import { buildRequest } from './build-request.ts'
import type { RequestBlock } from './model-request.ts'
import { repairsFor, withRepair } from './repairs.ts'
import { agent, call, place, result, text, user } from '../testing/test-messages.ts'
import { validateRequest } from './validate-request.ts'

const FRAME: RequestFrame = { endpoint: 'deepseek', model: 'v4', system: 's', tools: [] }
const BESIDE = { extra_content: { google: { thought_signature: 'sig+/==' } } }

const THOUGHT: Block = {
  type: 'thinking',
  text: ' Let me\u2028see. ',
  signature: null,
  field: 'reasoning_content',
}
const DETAIL: Block = {
  type: 'providerItem',
  field: 'reasoning_details',
  json: { type: 'reasoning.encrypted', data: 'AAEC' },
}

function by(model: string, ...blocks: readonly Block[]): MessageContent {
  return { ...agent(...blocks), endpoint: 'deepseek', model }
}

const OWN = by('v4', THOUGHT, DETAIL, { ...call('functions.bash:0'), provider: BESIDE })
const OF_ANOTHER = by('other', THOUGHT, DETAIL, { ...call('x'), provider: BESIDE })
const HISTORY = [
  user('Go'),
  OWN,
  result(1, 0, 'done'),
  OF_ANOTHER,
  result(3, 0, 'done'),
  by('v4', text('Bare')),
  user('And?'),
]

function repair(what: Repair, model = 'deepseek/v4'): MessageContent {
  return { type: 'repair', text: 'Refused.', model, repair: what }
}

/** What the replies say, in their order. */
function replies(
  contents: readonly MessageContent[],
  frame = FRAME,
): readonly (readonly RequestBlock[])[] {
  const request = buildRequest(place(contents), frame)
  expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
  return request.messages.flatMap(({ role, blocks }) => (role === 'agent' ? [blocks] : []))
}

const REASONING = { type: 'reasoning', field: 'reasoning_content', text: ' Let me\u2028see. ' }
const OWN_CALL = { type: 'toolCall', id: 'functions.bash:0', provider: BESIDE }

test('R17 what a model returned besides text and calls goes back unchanged to that model at that endpoint, and to no other', () => {
  const [own, another, bare] = replies(HISTORY)
  expect(own).toMatchObject([REASONING, DETAIL, OWN_CALL])
  expect(another).toEqual([{ type: 'toolCall', id: 'x', name: 'bash', input: expect.anything() }])
  expect(bare).toEqual([{ type: 'text', text: 'Bare' }])
  for (const frame of [
    { ...FRAME, model: 'v5' },
    { ...FRAME, endpoint: 'gateway' },
  ]) {
    const sent = JSON.stringify(replies(HISTORY, frame))
    expect(sent).not.toMatch(/reasoning|AAEC|sig/)
  }
})

test('a server without a field for reasoning gets none of it, now and later; signed thinking stays', () => {
  const signed: Block = { type: 'thinking', text: 'Hm', signature: 'sig' }
  const later = by('v4', THOUGHT, signed, text('Later'))
  const sent = replies([...HISTORY, repair({ type: 'withoutReasoning' }), later, user('?')])
  expect(JSON.stringify(sent)).not.toMatch(/reasoning|AAEC|sig\+/)
  expect(sent.at(-1)).toEqual([signed, { type: 'text', text: 'Later' }])
})

test('a server that requires reasoning with each reply gets a placeholder where there is none, and existing reasoning under the name that it expects', () => {
  const field = 'reasoning_content'
  const contents = [...HISTORY, repair({ type: 'withReasoningMarks', field })]
  const mark = { type: 'noReasoning', field }
  const [own, another, bare] = replies(contents)
  expect(own).toMatchObject([REASONING, DETAIL, OWN_CALL])
  expect(another).toMatchObject([mark, { type: 'toolCall' }])
  expect(bare).toEqual([mark, { type: 'text', text: 'Bare' }])
  const elsewhere: Block = { ...THOUGHT, field: 'reasoning' }
  const [first] = replies([user('Go'), by('v4', elsewhere, text('Yes')), ...contents.slice(-2)])
  expect(first?.[0]).toEqual(REASONING)
})

test('a server that requires signatures gets a placeholder for replies where no call has one', () => {
  const field = 'thought_signature'
  const [own, another, bare] = replies([...HISTORY, repair({ type: 'withReasoningMarks', field })])
  expect(own).toMatchObject([REASONING, DETAIL, OWN_CALL])
  expect(another).toMatchObject([{ type: 'noReasoning', field }, { type: 'toolCall' }])
  expect(bare).toEqual([{ type: 'text', text: 'Bare' }])
})

test('a server that rejects such ids gets others, in calls and in results', () => {
  const ids = JSON.stringify(
    buildRequest(place([...HISTORY, repair({ type: 'renamedCalls' })]), FRAME).messages,
  ).match(/call0000\d/g)
  expect(ids).toEqual(['call00001', 'call00001', 'call00002', 'call00002'])
})

test('after a refusal no earlier thinking goes back, including signatures of calls', () => {
  const sent = JSON.stringify(replies([...HISTORY, repair({ type: 'withoutThinking' })]))
  expect(sent).not.toMatch(/reasoning|AAEC|sig/)
})

test('a reply that holds only reasoning is not a message', () => {
  expect(replies([user('Go'), by('v4', THOUGHT, DETAIL), user('And?')])).toEqual([])
})

test('a final request without tools keeps the reasoning that a server may require, but no signed item', () => {
  const { messages } = buildToolless(place(HISTORY), FRAME)
  const blocks = messages.flatMap((message) => message.blocks)
  expect(blocks).toContainEqual(REASONING)
  expect(JSON.stringify(blocks)).not.toMatch(/AAEC|sig/)
})

function offered(
  type: 'reasoningRefused' | 'callIds' | 'reasoningMissing',
  contents: readonly MessageContent[],
): readonly string[] {
  const messages = place(contents)
  const rejectedPart =
    type === 'reasoningMissing' ? ({ type, field: 'reasoning_content' } as const) : { type }
  return repairsFor({
    rejectedPart,
    request: buildRequest(messages, FRAME),
    effort: 'auto',
    requestWith: (each) => buildRequest(withRepair(messages, 'deepseek/v4', each), FRAME),
    canBeSummarised: false,
  }).map((each) => each.type)
}

test('R18 each refusal of reasoning has a repair that changes it, and each repair is tried once', () => {
  expect(offered('reasoningRefused', HISTORY)).toEqual(['withoutReasoning'])
  expect(offered('reasoningMissing', HISTORY)).toEqual(['withReasoningMarks', 'callsAsText'])
  expect(offered('callIds', HISTORY)).toEqual(['renamedCalls', 'callsAsText'])
  const repaired = [...HISTORY, repair({ type: 'withoutReasoning' })]
  expect(offered('reasoningRefused', repaired)).toEqual([])
  expect(offered('reasoningRefused', [user('Go')])).toEqual([])
})

test('rows from before reasoning was stored are read unchanged', () => {
  const old = [
    { type: 'thinking', text: 'Hm', signature: null },
    { type: 'toolCall', providerCallId: 'a', name: 'bash', input: { type: 'object', value: {} } },
  ]
  expect(old.map((each) => Block.parse(each))).toEqual(old)
  const today = [THOUGHT, DETAIL, { ...call('a'), provider: BESIDE }]
  expect(today.map((each) => Block.parse(JSON.parse(JSON.stringify(each))))).toEqual(today)
})

const SEARCH: Block = {
  type: 'serverTool',
  step: { type: 'search', id: 's1', queries: ['q'], found: null },
  json: { type: 'server_tool_use', id: 's1', input: { query: ' q\u2028' } },
}
const CITING: Block = {
  type: 'text',
  text: 'As it says.',
  sources: [{ url: 'https://a.example/', title: 'A' }],
  provider: { citations: [{ encrypted_index: 'Eo8+/==' }] },
}

test("a model's searches and citations go back unchanged, only to that model", () => {
  expect(Block.parse(SEARCH)).toEqual(SEARCH)
  expect(Block.parse(CITING)).toEqual(CITING)
  const own = by('v4', SEARCH, CITING, { ...call('x') })
  const ofAnother = by('other', SEARCH, CITING, { ...call('y') })
  const history = [user('Go'), own, result(1, 0, 'a'), ofAnother, result(3, 0, 'b'), user('And?')]
  const { provider, text: words } = CITING
  const step = { type: 'serverTool', json: SEARCH.json }
  const bare = { type: 'text', text: words }
  expect(replies(history)).toEqual([
    [step, { ...bare, provider }, expect.objectContaining({ id: 'x' })],
    [bare, expect.objectContaining({ id: 'y' })],
  ])
  expect(replies([...history, repair({ type: 'callsAsText' })])[0]).toEqual([
    bare,
    { type: 'text', text: '[called bash: {}]' },
  ])
  const written = JSON.stringify(buildToolless(place(history), FRAME))
  expect(written).not.toMatch(/server_tool_use|encrypted_index/)
})

test('a reply that only searched is a message to its own model, and to no other', () => {
  const history = [user('Go'), by('v4', SEARCH), user('And?')]
  expect(replies(history)).toEqual([[{ type: 'serverTool', json: SEARCH.json }]])
  expect(replies(history, { ...FRAME, model: 'other' })).toEqual([])
})
