import { expect, test } from 'vitest'
import { checkRequest } from '../../../../e2e/fake-model-server/checks/check-request.ts'
import { Effort } from '../../../shared/models/effort.ts'
import type { RequestBlock, RequestMessage } from '../../core/request/model-request.ts'
import { CLAUDE_MODELS } from '../settings/known-models.ts'
import { buildParams } from './build-params.ts'
import { levelsOf } from '../known-models/known-models.ts'

const TOOLS = [{ name: 'bash', description: 'Runs.', inputSchema: { type: 'object' } }]
const THOUGHT = { type: 'thinking', text: 'Hm.', signature: 'sig' } as const
const CALL: RequestBlock = {
  type: 'toolCall',
  id: 'a',
  name: 'bash',
  input: { type: 'object', value: { command: 'ls' } },
}
const RESULT: RequestBlock = {
  type: 'toolResult',
  id: 'a',
  isError: false,
  content: [{ type: 'text', text: 'x' }],
}
const ask: RequestMessage = { role: 'user', blocks: [{ type: 'text', text: 'Go' }] }
const results: RequestMessage = { role: 'user', blocks: [RESULT] }

function sent(
  model: string,
  effort: Effort,
  { outputTokens = 64_000, messages = [ask] as readonly RequestMessage[] } = {},
): ReturnType<typeof buildParams> {
  const provider = {
    endpoint: 'anthropic',
    model,
    limits: { contextTokens: 200_000, outputTokens },
    price: null,
  }
  const request = { system: '', tools: TOOLS, messages }
  const params = buildParams({ request, provider, effort }, () => null)
  expect(checkRequest(params, { endsWithAssistant: false }), `${model} ${effort}`).toBeNull()
  return params
}

const OLDER = ['claude-opus-4-1', 'claude-sonnet-4-20250514', 'claude-3-7-sonnet-latest']
const ROUNDS: readonly (readonly RequestMessage[])[] = [
  [ask],
  [ask, { role: 'agent', blocks: [THOUGHT, CALL] }, results],
  [ask, { role: 'agent', blocks: [CALL] }, results],
]

test('no model gets fields that it refuses, for any choice, any output limit, and during a round', () => {
  for (const model of [...CLAUDE_MODELS, ...OLDER, 'claude-3-5-haiku-latest', 'claude-next']) {
    for (const effort of Effort.options) {
      for (const outputTokens of [500, 2_047, 2_048, 8_000, 128_000]) {
        for (const messages of ROUNDS) sent(model, effort, { outputTokens, messages })
      }
    }
  }
})

const ADAPTIVE = { type: 'adaptive', display: 'summarized' }

test.each([
  ['claude-opus-5-5', ADAPTIVE],
  ['claude-sonnet-4-6', ADAPTIVE],
  ['claude-opus-4-7', ADAPTIVE],
  ['claude-haiku-4-5', undefined],
  ['claude-3-5-haiku-latest', undefined],
  ['claude-next', undefined],
])('without a choice %s thinks visibly if it decides itself when to think', (model, thinking) => {
  expect(sent(model, 'auto').thinking).toEqual(thinking)
  expect(sent(model, 'auto')).not.toHaveProperty('output_config')
})

test.each([
  ['claude-opus-5-5', 'max', ADAPTIVE, { effort: 'max' }],
  ['claude-opus-5-5', 'none', ADAPTIVE, undefined],
  ['claude-sonnet-5-5', 'xhigh', ADAPTIVE, { effort: 'xhigh' }],
  ['claude-sonnet-5-5', 'none', { type: 'between_tools' }, undefined],
  ['claude-haiku-5-5', 'none', { type: 'disabled' }, undefined],
  ['claude-sonnet-4-6', 'xhigh', ADAPTIVE, { effort: 'high' }],
  ['claude-mythos-preview', 'xhigh', ADAPTIVE, { effort: 'high' }],
  ['claude-opus-4-5', 'max', { type: 'enabled', budget_tokens: 32_000 }, { effort: 'high' }],
  ['claude-haiku-4-5', 'low', { type: 'enabled', budget_tokens: 4_000 }, undefined],
  ['claude-haiku-4-5', 'none', { type: 'disabled' }, undefined],
  ['claude-3-5-haiku-latest', 'high', undefined, undefined],
  ['claude-next', 'max', ADAPTIVE, { effort: 'high' }],
] as const)('%s with %s', (model, effort, thinking, config) => {
  expect(sent(model, effort)).toMatchObject({ model })
  expect(sent(model, effort).thinking).toEqual(thinking)
  expect(sent(model, effort).output_config).toEqual(config)
})

test('each model that Settings offers has levels with a source', () => {
  for (const model of CLAUDE_MODELS) expect(levelsOf(model), model).not.toEqual(levelsOf('unknown'))
})

test('a budget leaves half of the output limit for the answer, and is omitted if that is too little', () => {
  const [some, few] = [10_000, 2_000].map((outputTokens) =>
    sent('claude-haiku-4-5', 'high', { outputTokens }),
  )
  expect(some?.thinking).toEqual({ type: 'enabled', budget_tokens: 5_000 })
  expect(few).not.toHaveProperty('thinking')
})

const plain: RequestMessage = { role: 'agent', blocks: [CALL] }
const thought: RequestMessage = { role: 'agent', blocks: [THOUGHT, CALL] }
const hidden: RequestMessage = {
  role: 'agent',
  blocks: [{ type: 'redactedThinking', data: 'AAAA' }, CALL],
}
const done: RequestMessage = { role: 'agent', blocks: [{ type: 'text', text: 'Done' }] }

test.each([
  ['a round that began without thinking goes on without', [ask, plain, results], undefined],
  ['one that began with it goes on with it', [ask, thought, results], 'enabled'],
  ['so does one whose thinking is hidden', [ask, hidden, results], 'enabled'],
  ['the next message is thought about again', [ask, plain, results, done, ask], 'enabled'],
])('with a budget %s', (_, messages, type) => {
  expect(sent('claude-haiku-4-5', 'high', { messages }).thinking?.type).toBe(type)
})
