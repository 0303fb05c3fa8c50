import { expect, test } from 'vitest'
import {
  chatChunks,
  type ChatOptions,
  chunk,
  ofChunks,
} from '../../../../e2e/fake-model-server/chat-replies.ts'
import type { Json } from '../../../../e2e/fake-model-server/json.ts'
import { bash, type Part, text } from '../../../../e2e/fake-model-server/parts.ts'
import { ask, modelAt } from '../model-api/fakes/model-calls.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'
import { openaiApi } from './openai-api.ts'

const server = serverForEach()

async function ending(chunks: readonly Json[], options: Pick<ChatOptions, 'endsWithDone'> = {}) {
  server().enqueue(ofChunks(chunks, options))
  return (await ask(modelAt(openaiApi, server().url))).outcome
}

const WORDS: readonly Part[] = [text('So it is.')]
const CALL: readonly Part[] = [text('I look.'), bash('ls')]
const HALF: readonly Part[] = [{ type: 'toolCall', name: 'bash', input: '{"command": "l' }]

/** What people and the machine get for each: an end, or the kind of the failure. */
test.each<[reason: string | null, parts: readonly Part[], who: string, heard: string]>([
  ['stop', WORDS, 'all', 'endTurn'],
  ['STOP', WORDS, 'proxies in front of Gemini', 'endTurn'],
  ['eos', WORDS, 'Together', 'endTurn'],
  ['end_turn', WORDS, 'xAI, translated APIs', 'endTurn'],
  ['eos', CALL, 'Together', 'endTurn'],
  ['tool_calls', CALL, 'all', 'toolUse'],
  ['function_call', CALL, 'OpenAI of old', 'toolUse'],
  ['tool_use', CALL, 'Novita', 'toolUse'],
  ['tool-calls', CALL, 'proxies', 'toolUse'],
  [null, CALL, 'Novita through OpenRouter', 'toolUse'],
  [null, HALF, 'a proxy whose server broke off', 'network'],
  [null, WORDS, 'a proxy whose server may have broken off', 'unknown'],
  ['', WORDS, 'Ollama of old', 'unknown'],
  ['length', WORDS, 'all', 'maxTokens'],
  ['max_tokens', WORDS, 'translated APIs', 'maxTokens'],
  ['model_length', WORDS, 'Mistral', 'contextFull'],
  ['model_context_window_exceeded', WORDS, 'z.ai', 'contextFull'],
  ['content_filter', WORDS, 'OpenAI', 'refusal'],
  ['sensitive', WORDS, 'z.ai', 'refusal'],
  ['SAFETY', WORDS, 'proxies in front of Gemini', 'refusal'],
  ['refusal', WORDS, 'translated APIs', 'refusal'],
  ['error', WORDS, 'OpenRouter', 'server'],
  ['error', CALL, 'OpenRouter', 'server'],
  ['abort', WORDS, 'SGLang', 'server'],
  ['network_error', WORDS, 'z.ai', 'network'],
  ['insufficient_system_resource', WORDS, 'DeepSeek', 'overloaded'],
  ['malformed_function_call', [], 'Gemini', 'server'],
  ['function_call_filter: MALFORMED_FUNCTION_CALL', [], 'Gemini', 'server'],
  ['bored', WORDS, 'nobody yet', 'unknown'],
])('the end %s of %s, as %s has it, is heard as %s', async (reason, parts, _, expected) => {
  const outcome = await ending(chatChunks(parts, { finishReason: reason }))
  expect(outcome.type === 'failed' ? outcome.kind : outcome.end).toBe(expected)
})

const HALF_TEXT = chunk({ content: 'Half' })

test.each<[name: string, last: Json, kind: string, words: string]>([
  [
    'OpenRouter, beside the choice',
    {
      choices: [
        {
          index: 0,
          delta: {},
          finish_reason: 'error',
          error: { code: 502, message: 'Upstream idle timeout exceeded' },
        },
      ],
    },
    'server',
    'Upstream idle timeout exceeded',
  ],
  [
    'MiniMax, in a field of its own',
    { choices: [], base_resp: { status_code: 1008, status_msg: 'insufficient balance' } },
    'billing',
    'cannot pay',
  ],
  [
    'MiniMax, too long',
    {
      base_resp: { status_code: 2013, status_msg: 'invalid params, context window exceeds limit' },
    },
    'contextFull',
    'longer',
  ],
  [
    'vLLM of old, as the chunk',
    { object: 'error', message: 'out of memory', type: 'InternalServerError', code: 500 },
    'server',
    'out of memory',
  ],
  [
    'Groq, a call that it could not read',
    {
      error: {
        message: "Failed to call a function. See 'failed_generation' for more details.",
        type: 'invalid_request_error',
        code: 'tool_use_failed',
        failed_generation: '<function=ls>',
        status_code: 400,
      },
    },
    'server',
    'wrote a tool call that',
  ],
])('an error in the middle is no answer: %s', async (_, last, kind, words) => {
  const outcome = await ending([HALF_TEXT, last])
  expect(outcome).toMatchObject({ type: 'failed', kind, detail: expect.stringContaining(words) })
})

test('errors next to a finished answer do not fail it', async () => {
  const last = chunk({}, 'stop')
  const [choice] = last['choices'] as readonly Json[]
  const withError = { ...last, choices: [{ ...choice, error: { message: 'odd' } }] }
  const fine = { choices: [], base_resp: { status_code: 0, status_msg: 'success' } }
  expect(await ending([HALF_TEXT, withError, fine])).toMatchObject({ end: 'endTurn' })
})

test('a stream that just ends is complete if it gave a finish reason, and broken otherwise', async () => {
  const bare = { endsWithDone: false }
  expect(await ending(chatChunks(WORDS), bare)).toMatchObject({ end: 'endTurn' })
  const cut = await ending(chatChunks(CALL, { finishReason: null }), bare)
  expect(cut).toMatchObject({ type: 'failed', kind: 'network' })
})
