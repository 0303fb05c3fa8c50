import { expect, test } from 'vitest'
import { checkChat } from './check-chat.ts'
import { checkRequest } from './check-request.ts'

const ASK = { role: 'user', content: 'Hello' }
const CALL = { type: 'tool_use', id: 'a', name: 'bash', input: {} }
const THOUGHT = { type: 'thinking', thinking: 'Hm.', signature: 's' }
const ANSWERED = {
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }],
}
const round = (...content: readonly object[]) => [ASK, { role: 'assistant', content }, ANSWERED]

function check(model: string, change: object): string | null {
  const tools = [{ name: 'bash', input_schema: { type: 'object' } }]
  const body = { model, max_tokens: 4_000, stream: true, tools, messages: [ASK], ...change }
  return checkRequest(body, { endsWithAssistant: false })
}

const adaptive = { thinking: { type: 'adaptive' } }
const disabled = { thinking: { type: 'disabled' } }
const between = { thinking: { type: 'between_tools' } }
const budget = (tokens: number) => ({ thinking: { type: 'enabled', budget_tokens: tokens } })
const effort = (level: string) => ({ output_config: { effort: level } })

test.each([
  ['claude-opus-5-5', { ...adaptive, ...effort('max') }],
  ['claude-opus-5', { ...disabled, ...effort('high') }],
  ['claude-sonnet-5-5', { ...between, ...effort('low') }],
  ['claude-sonnet-4-6', { ...budget(1_024), ...effort('max') }],
  ['claude-opus-4-5', { ...budget(1_024), ...effort('high') }],
  ['claude-haiku-4-5', budget(3_999)],
  ['claude-haiku-4-5', { ...budget(2_000), messages: round(THOUGHT, CALL) }],
  ['claude-opus-5-5', { ...adaptive, messages: round(CALL), temperature: 1 }],
  ['nobody', { thinking: { type: 'adaptive', display: 'summarized' }, ...effort('xhigh') }],
])('%s accepts %j', (model, change) => {
  expect(check(model, change)).toBeNull()
})

test.each([
  ['claude-opus-5-5', disabled, 'is not supported'],
  ['claude-opus-5-5', budget(2_000), 'is not supported'],
  ['claude-fable-5-2', between, 'is not supported'],
  ['claude-sonnet-5-5', disabled, 'is not supported'],
  ['claude-haiku-4-5', adaptive, 'is not supported'],
  ['claude-3-5-haiku-latest', budget(2_000), 'is not supported'],
  ['claude-opus-5', { ...disabled, ...effort('xhigh') }, 'cannot be turned off'],
  ['claude-sonnet-5-5', { ...between, ...effort('max') }, 'cannot be turned off'],
  ['claude-haiku-4-5', effort('low'), 'does not support the effort'],
  ['claude-opus-4-6', effort('xhigh'), 'not supported'],
  ['claude-opus-4-5', effort('max'), 'not supported'],
  ['nobody', effort('minimal'), 'Input should be'],
  ['nobody', { output_config: 'high' }, 'valid dictionary'],
  ['nobody', { thinking: { type: 'deep' } }, 'Input tag'],
  ['nobody', { thinking: { type: 'adaptive', budget_tokens: 2_000 } }, 'Extra inputs'],
  ['nobody', { thinking: { type: 'disabled', display: 'omitted' } }, 'Extra inputs'],
  ['nobody', { thinking: { type: 'adaptive', display: 'all' } }, 'display'],
  ['nobody', { thinking: { type: 'enabled' } }, 'Field required'],
  ['nobody', budget(1_023), '1024'],
  ['nobody', budget(4_000), 'must be greater than'],
  ['nobody', { ...budget(2_000), messages: round(CALL) }, 'Expected `thinking`'],
  ['nobody', { ...adaptive, temperature: 0 }, 'temperature'],
  ['nobody', { ...adaptive, top_p: 0.5 }, 'top_p'],
  ['nobody', { ...adaptive, top_k: 5 }, 'top_k'],
  ['nobody', { ...adaptive, tool_choice: { type: 'any' } }, 'tool_choice'],
])('%s refuses %j', (model, change, complaint) => {
  expect(check(model, change)).toContain(complaint)
})

test.each([
  ['gpt-5', 'high', null],
  ['qwen3', 'none', null],
  ['gpt-5', 'much', expect.stringContaining('Supported values')],
  ['gpt-4o-mini', 'low', expect.stringContaining('Unsupported parameter')],
])('chat completions of %s with %s', (model, effort, complaint) => {
  const body = { model, stream: true, messages: [ASK], reasoning_effort: effort }
  expect(checkChat(body)).toEqual(complaint)
})
