import { expect, test } from 'vitest'
import type { JsonObject } from '../model-api/json-fields.ts'
import { ReplyAssembly } from './reply-assembly.ts'

function assemble(...events: readonly JsonObject[]) {
  const texts: string[] = []
  const assembly = new ReplyAssembly({
    onCallDelta: () => {},
    onDelta: (part, text) => texts.push(`${part}: ${text}`),
  })
  for (const each of events) assembly.take(each)
  const { reason, saysNothing } = assembly
  return { ...assembly.finish(), texts, reason, saysNothing }
}

const parts = (...values: readonly JsonObject[]): JsonObject => ({
  candidates: [{ content: { role: 'model', parts: values } }],
})
const call = (id: string): JsonObject => ({ id, name: 'bash', args: { command: id } })

test('of the calls of one step, only the first keeps its signature', () => {
  const signed = { functionCall: call('a'), thoughtSignature: 'sig+/==' }
  const { blocks } = assemble(parts(signed), parts({ functionCall: call('b') }))
  expect(blocks).toEqual([
    {
      type: 'toolCall',
      providerCallId: 'a',
      name: 'bash',
      input: { type: 'object', value: { command: 'a' } },
      provider: { thoughtSignature: 'sig+/==' },
    },
    {
      type: 'toolCall',
      providerCallId: 'b',
      name: 'bash',
      input: { type: 'object', value: { command: 'b' } },
    },
  ])
})

test('text in pieces becomes one text, and its signed part is known by its position', () => {
  const signed = { text: 'd👋🏽', thoughtSignature: 'sig' }
  const { blocks, texts } = assemble(
    parts({ text: 'Hel' }),
    parts({ text: 'lo worl' }),
    parts(signed),
  )
  expect(blocks).toEqual([
    {
      type: 'providerItem',
      field: 'thoughtSignature',
      json: { thoughtSignature: 'sig', at: 10 },
    },
    { type: 'text', text: 'Hello world👋🏽' },
  ])
  expect(texts).toEqual(['text: Hel', 'text: lo worl', 'text: d👋🏽'])
})

test('a signature without text belongs to the end of the text before it', () => {
  const { blocks } = assemble(
    parts({ text: 'Done.' }),
    parts({ text: '', thoughtSignature: 'sig' }),
  )
  expect(blocks[0]).toEqual({
    type: 'providerItem',
    field: 'thoughtSignature',
    json: { thoughtSignature: 'sig', at: 5 },
  })
  expect(blocks).toHaveLength(2)
})

test('thoughts are shown; signed ones are kept to be sent back, others only for people', () => {
  const { blocks, texts } = assemble(
    parts({ text: 'Let me ', thought: true }),
    parts({ text: 'see.', thought: true }),
    parts({ text: 'Hi' }),
  )
  expect(blocks).toEqual([
    { type: 'thinking', text: 'Let me see.', signature: null },
    { type: 'text', text: 'Hi' },
  ])
  expect(texts.slice(0, 2)).toEqual(['thinking: Let me ', 'thinking: see.'])
  const signed = assemble(parts({ text: 'Hm', thought: true, thoughtSignature: 'sig' }))
  expect(signed.blocks).toEqual([{ type: 'thinking', text: 'Hm', signature: 'sig' }])
})

test('a blocked prompt is a refusal without text', () => {
  const blocked = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }
  expect(assemble(blocked)).toMatchObject({ reason: 'SAFETY', blocks: [], saysNothing: true })
})

test('a call without arguments has none; arguments that are not an object stay text', () => {
  const { blocks } = assemble(
    parts({ functionCall: { name: 'list_files' } }),
    parts({ functionCall: { name: 'bash', args: '{"command": "ls' } }),
  )
  expect(blocks).toMatchObject([
    { providerCallId: '', input: { type: 'object', value: {} } },
    { input: { type: 'unparsed', text: '{"command": "ls' } },
  ])
})

test.each<[string, JsonObject, object]>([
  [
    'thoughts count as output, and what came from the cache not as input',
    {
      promptTokenCount: 1000,
      cachedContentTokenCount: 800,
      candidatesTokenCount: 50,
      thoughtsTokenCount: 150,
      totalTokenCount: 1200,
    },
    { inputTokens: 200, outputTokens: 200, cacheReadTokens: 800, cacheWriteTokens: 0 },
  ],
  [
    'output is never less than what is left of the total',
    { promptTokenCount: 100, candidatesTokenCount: 5, totalTokenCount: 160 },
    { inputTokens: 100, outputTokens: 60 },
  ],
  [
    'what tools of the server read counts as input',
    {
      promptTokenCount: 100,
      toolUsePromptTokenCount: 40,
      candidatesTokenCount: 5,
      totalTokenCount: 145,
    },
    { inputTokens: 140, outputTokens: 5 },
  ],
])('%s', (_, usageMetadata, usage) => {
  const first = { ...parts({ text: 'Hi' }), usageMetadata: { promptTokenCount: 1 } }
  expect(assemble(first, { usageMetadata }).usage).toMatchObject(usage)
})
