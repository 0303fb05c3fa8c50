import { expect, test } from 'vitest'
import { chatChunks, chunk } from '../../../../e2e/fake-model-server/chat-replies.ts'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import type { JsonObject } from '../model-api/json-fields.ts'
import { ReplyAssembly } from './reply-assembly.ts'

function assemble(chunks: readonly JsonObject[]) {
  const assembly = new ReplyAssembly({ onDelta: () => {}, onCallDelta: () => {} })
  for (const each of chunks) assembly.take(each)
  return assembly.finish()
}

const call = (fields: JsonObject): JsonObject => chunk({ tool_calls: [fields] })
const commands = (chunks: readonly JsonObject[]) =>
  assemble(chunks).blocks.map((block) => (block.type === 'toolCall' ? block.input : block))

test('calls in pieces that alternate', () => {
  const pieces = [
    call({ index: 0, id: 'a', function: { name: 'bash', arguments: '{"command"' } }),
    call({ index: 1, id: 'b', function: { name: 'bash', arguments: '{"comm' } }),
    call({ index: 0, function: { arguments: ':"one"}' } }),
    call({ index: 1, function: { arguments: 'and":"two"}' } }),
  ]
  expect(commands(pieces)).toMatchObject([
    { value: { command: 'one' } },
    { value: { command: 'two' } },
  ])
})

test('T35 calls without an index, all with the index 0, or with a name in every piece', () => {
  const whole = (id: string, command: string, index: object) =>
    call({ ...index, id, function: { name: 'bash', arguments: JSON.stringify({ command }) } })
  const expected = [{ value: { command: 'one' } }, { value: { command: 'two' } }]
  expect(commands([whole('a', 'one', {}), whole('b', 'two', {})])).toMatchObject(expected)
  const zero = { index: 0 }
  expect(commands([whole('a', 'one', zero), whole('b', 'two', zero)])).toMatchObject(expected)
  const pieces = [
    call({ id: 'a', function: { name: 'bash', arguments: '{"command":' } }),
    call({ id: 'a', function: { name: 'bash', arguments: '"one"}' } }),
  ]
  const { blocks } = assemble(pieces)
  expect(blocks).toMatchObject([{ name: 'bash', input: { value: { command: 'one' } } }])
})

const inPieces = (id: string, command: string, index: object) => [
  call({ ...index, id, function: { name: 'bash', arguments: '' } }),
  call({ ...index, function: { arguments: '{"command":' } }),
  call({ ...index, function: { arguments: `"${command}"}` } }),
]

test.each([
  ['all with the index 0', { index: 0 }, { index: 0 }],
  ['all with the index 1', { index: 1 }, { index: 1 }],
  ['the second without an index', { index: 1 }, {}],
])('T35 calls in pieces, %s: only the first piece of each has its id', (_, first, second) => {
  expect(
    commands([
      ...inPieces('a', 'one', first),
      ...inPieces('b', 'two', second),
      ...inPieces('c', 'three', second),
    ]),
  ).toMatchObject([
    { value: { command: 'one' } },
    { value: { command: 'two' } },
    { value: { command: 'three' } },
  ])
})

test.each([{ index: 0 }, {}])('T35 whole calls without ids, with %j', (index) => {
  const whole = (command: string) =>
    call({ ...index, id: '', function: { name: 'bash', arguments: JSON.stringify({ command }) } })
  expect(commands([whole('one'), whole('two')])).toMatchObject([
    { value: { command: 'one' } },
    { value: { command: 'two' } },
  ])
})

test('arguments sent as an object, and a call without any', () => {
  const received = call({ id: 'a', function: { name: 'bash', arguments: { command: 'ls' } } })
  expect(commands([received])).toMatchObject([{ type: 'object', value: { command: 'ls' } }])
  expect(commands([call({ id: 'a', function: { name: 'think' } })])).toMatchObject([
    { type: 'object', value: {} },
  ])
})

test.each(['reasoning_content', 'reasoning'])('thinking under the name %s', (name) => {
  const { blocks } = assemble([chunk({ [name]: 'Let me ' }), chunk({ [name]: 'see.' })])
  expect(blocks).toEqual([{ type: 'thinking', text: 'Let me see.', signature: null, field: name }])
})

test('thinking sent under two names is one text, and goes back under the first', () => {
  const { blocks } = assemble([
    chunk({ reasoning: 'Let me ', reasoning_content: 'Let me ' }),
    chunk({ reasoning: 'see.', reasoning_content: 'see.' }),
    chunk({ reasoning: ' Odd.', reasoning_content: null }),
  ])
  expect(blocks).toEqual([
    { type: 'thinking', text: 'Let me see.', signature: null, field: 'reasoning_content' },
  ])
})

const details = (...entries: readonly JsonObject[]): JsonObject =>
  chunk({ reasoning_details: entries })
const itemsOf = (chunks: readonly JsonObject[]) =>
  assemble(chunks).blocks.flatMap((block) => (block.type === 'providerItem' ? [block.json] : []))

test('entries of reasoning_details are reassembled, with the signature that comes last', () => {
  const entry = { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 0 }
  const { blocks } = assemble([
    details({ ...entry, text: 'Let', signature: null }),
    details({ ...entry, text: ' me see.', signature: null }),
    details({ ...entry, text: null, signature: 'Et8B==' }),
    details({ ...entry, index: 1, text: 'Next' }),
  ])
  expect(blocks).toEqual([
    { type: 'thinking', text: 'Let me see.Next', signature: null },
    {
      type: 'providerItem',
      field: 'reasoning_details',
      json: { ...entry, text: 'Let me see.', signature: 'Et8B==' },
    },
    {
      type: 'providerItem',
      field: 'reasoning_details',
      json: { ...entry, index: 1, text: 'Next' },
    },
  ])
})

test('entries that all have index 0 are distinguished by kind, id, and completeness', () => {
  const summary = { type: 'reasoning.summary', index: 0 }
  const sealed = { type: 'reasoning.encrypted', index: 0 }
  const signed = { type: 'reasoning.text', index: 0, signature: 'sig' }
  const found = itemsOf([
    details({ ...summary, summary: 'First' }, { ...summary, summary: ' part' }),
    details({ ...sealed, data: 'AAEC' }, { ...sealed, data: 'AwQF' }),
    details({ ...summary, id: 'a', summary: 'One' }, { ...summary, id: 'b', summary: 'Two' }),
    details({ ...signed, text: 'x' }, { ...signed, text: 'y' }),
  ])
  expect(found).toEqual([
    { ...summary, summary: 'First part' },
    { ...sealed, data: 'AAEC' },
    { ...sealed, data: 'AwQF' },
    { ...summary, id: 'a', summary: 'One' },
    { ...summary, id: 'b', summary: 'Two' },
    { ...signed, text: 'x' },
    { ...signed, text: 'y' },
  ])
})

test('extra fields next to a call or a reply are kept', () => {
  const google = { google: { thought_signature: 'EjQK+/==' } }
  const { blocks } = assemble([
    call({ id: 'a', function: { name: 'bash', arguments: '{}' }, extra_content: google }),
    call({ id: 'b', function: { name: 'bash', arguments: '{}' } }),
    chunk({ content: 'Yes', extra_content: { google: { thought: 1 } } }),
  ])
  expect(blocks).toMatchObject([
    { type: 'providerItem', field: 'extra_content', json: { google: { thought: 1 } } },
    { type: 'text' },
    { type: 'toolCall', provider: { extra_content: google } },
    { type: 'toolCall' },
  ])
  expect(blocks.at(-1)).not.toHaveProperty('provider')
})

test('half a surrogate pair in a kept field cannot be stored and is replaced', () => {
  const [item] = itemsOf([details({ type: 'reasoning.text', text: 'a\ud800' })])
  expect(item).toEqual({ type: 'reasoning.text', text: 'a\uFFFD' })
})

test('an answer in parts, as sent by reasoning models of Mistral', () => {
  const deltas: string[] = []
  const assembly = new ReplyAssembly({
    onCallDelta: () => {},
    onDelta: (part, words) => deltas.push(`${part}: ${words}`),
  })
  const parts = [
    [{ type: 'thinking', thinking: [{ type: 'text', text: 'Let me ' }] }],
    [
      { type: 'thinking', thinking: [{ type: 'text', text: 'see.' }] },
      { type: 'text', text: 'Yes' },
    ],
    [{ type: 'reference', reference_ids: [1] }, 'odd', null],
  ]
  for (const content of parts) assembly.take(chunk({ content }))
  assembly.take(chunk({ content: '!' }, 'stop'))
  expect(assembly.finish().blocks).toEqual([
    { type: 'thinking', text: 'Let me see.', signature: null, field: 'content.thinking' },
    { type: 'text', text: 'Yes!' },
  ])
  expect(deltas).toEqual(['thinking: Let me ', 'thinking: see.', 'text: Yes', 'text: !'])
})

test("the text of a refusal is the model's reply", () => {
  const { blocks } = assemble([chunk({ refusal: 'I will not.' }), chunk({}, 'stop')])
  expect(blocks).toEqual([{ type: 'text', text: 'I will not.' }])
})

test('tokens from the cache are counted once', () => {
  const usage = { prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 70 } }
  expect(assemble(chatChunks([text('Hi')], { usage })).usage).toEqual({
    inputTokens: 30,
    outputTokens: 20,
    cacheReadTokens: 70,
    cacheWriteTokens: 0,
  })
})
