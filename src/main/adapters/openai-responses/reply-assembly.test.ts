import { expect, test } from 'vitest'
import type { JsonObject } from '../model-api/json-fields.ts'
import { ReplyAssembly } from './reply-assembly.ts'

function assemble(...events: readonly JsonObject[]) {
  const assembly = new ReplyAssembly({ onDelta: () => {}, onCallDelta: () => {} })
  for (const each of events) assembly.take(each)
  return assembly.finish()
}

const done = (item: JsonObject, index = 0): JsonObject => ({
  type: 'response.output_item.done',
  output_index: index,
  item,
})
const completed = (response: JsonObject = {}): JsonObject => ({
  type: 'response.completed',
  response,
})
const message = (...content: readonly JsonObject[]): JsonObject => ({ type: 'message', content })
const CALL = {
  type: 'function_call',
  call_id: 'call_1',
  name: 'bash',
  arguments: '{"command":"ls"}',
}

test('items keep the order of the output, whatever order they finish in', () => {
  const { blocks } = assemble(
    done(CALL, 1),
    done(message({ type: 'output_text', text: 'one' })),
    completed(),
  )
  expect(blocks.map(({ type }) => type)).toEqual(['text', 'toolCall'])
})

test('a server that sends only the complete reply at the end is understood', () => {
  const { blocks, end } = assemble(
    completed({ output: [message({ type: 'output_text', text: 'Hi' }), CALL] }),
  )
  expect([blocks.map(({ type }) => type), end]).toEqual([['text', 'toolCall'], 'toolUse'])
})

test('items with the same index are all kept, and one that is sent twice counts once', () => {
  const text = message({ type: 'output_text', text: 'one' })
  const other = { ...CALL, call_id: 'call_2' }
  const { blocks } = assemble(done(CALL), done(text), done(other), done(CALL), completed())
  expect(blocks).toMatchObject([
    { providerCallId: 'call_1' },
    { type: 'text' },
    { providerCallId: 'call_2' },
  ])
})

test('text that was only streamed is kept, before the calls', () => {
  const { blocks, end } = assemble(
    { type: 'response.output_text.delta', delta: 'One ' },
    { type: 'response.output_text.delta', delta: 'two.' },
    done(message()),
    done(CALL, 1),
    completed({ output: [] }),
  )
  expect(blocks).toMatchObject([
    { type: 'text', text: 'One two.' },
    { type: 'toolCall', name: 'bash' },
  ])
  expect(end).toBe('toolUse')
})

test('a refusal is reported as a refusal, with its text', () => {
  const refused = done(message({ type: 'refusal', refusal: 'I cannot help with that.' }))
  expect(assemble(refused, completed())).toMatchObject({
    end: 'refusal',
    blocks: [{ type: 'text', text: 'I cannot help with that.' }],
  })
})

test('thinking is shown by its summary, or as open models send it, and kept whole for the server', () => {
  const item = {
    type: 'reasoning',
    id: 'rs_1',
    summary: [
      { type: 'summary_text', text: 'First' },
      { type: 'summary_text', text: 'Then' },
    ],
    encrypted_content: 'abc',
  }
  expect(assemble(done(item), completed()).blocks).toEqual([
    { type: 'thinking', text: 'First\n\nThen', signature: null },
    { type: 'providerItem', field: 'output', json: item },
  ])
  const open = { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Hm' }] }
  expect(assemble(done(open), completed()).blocks[0]).toMatchObject({ text: 'Hm' })
})

test('an item of an unknown kind is kept for the server', () => {
  const item = { type: 'file_search_call', id: 'fs_1', status: 'completed' }
  const json = [{ type: 'providerItem', field: 'output', json: item }]
  expect(assemble(done(item), completed()).blocks).toEqual(json)
})

test('cache reads and cache writes are counted separately', () => {
  const usage = {
    input_tokens: 1_000,
    input_tokens_details: { cached_tokens: 600, cache_write_tokens: 300 },
    output_tokens: 50,
  }
  expect(assemble(completed({ usage })).usage).toEqual({
    inputTokens: 100,
    outputTokens: 50,
    cacheReadTokens: 600,
    cacheWriteTokens: 300,
  })
})

test('a reply above the limit is too much, streamed or not', () => {
  const streamed = new ReplyAssembly({ onDelta: () => {}, onCallDelta: () => {} })
  const delta = { type: 'response.output_text.delta', delta: 'x'.repeat(1024 ** 2) }
  for (let n = 0; n < 17; n++) streamed.take(delta)
  expect(streamed.isTooMuch).toBe(true)
  const whole = new ReplyAssembly({ onDelta: () => {}, onCallDelta: () => {} })
  const item = { type: 'reasoning', encrypted_content: 'x'.repeat(1024 ** 2) }
  for (let n = 0; n < 17; n++) whole.take(done(item, n))
  expect(whole.isTooMuch).toBe(true)
})
