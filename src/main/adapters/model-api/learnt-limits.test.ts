import { expect, test } from 'vitest'
import { isJson } from '../../../../e2e/fake-model-server/json.ts'
import { KNOWN_REFUSALS } from './fakes/known-refusals.ts'
import { TOO_LONG_REFUSALS } from './fakes/too-long-refusals.ts'
import { LearntLimits } from './learnt-limits.ts'
import { tooLongFault } from './faults/too-long.ts'

/** The limit that each refusal for length names; null if it names none. */
const ANSWERS: Readonly<Record<string, number | null>> = {
  'a prompt that is too long': 200_000,
  'no room for the answer': 200_000,
  'GitHub Models: too long, with the status for bytes': 8_000,
  'OpenAI: too long': 128_000,
  'OpenAI: more than an account may send in a minute': null,
  'llama.cpp: too long': 4_096,
  'llama.cpp: full while it answers': null,
  'LM Studio: too long': 4_096,
  'LM Studio: too long to be cut': 7_866,
  'LM Studio: too long for its cache': 7_424,
  'SGLang: too long': 40_960,
  'vLLM: too long': 8_192,
  'xAI: too long': 131_072,
  'oMLX: too long': 32_768,
  'Kimi: too long': 262_144,
  'Cerebras: too long': 40_000,
  'Gemini: too long': 1_048_576,
  'Perplexity: too long': null,
  'Perplexity: too long, in other words': 127_072,
  'Groq: too long': null,
  'GitHub Copilot: too long': 128_000,
  'MiniMax: too long': null,
  'Bedrock: too long': null,
  'Together: too long': 131_072,
  'z.ai: too long': null,
  'Alibaba: too long': 983_616,
  'SiliconFlow: too long': 131_072,
  'TGI: too long': 8_192,
  'TGI: too long by itself': 8_191,
  'Cohere: too long': null,
  'Poolside through OpenRouter: too long': null,
  'Ollama: too long': null,
  'DS4: too long': 32_768,
}

/** The sentence in the body of an answer, wherever the server puts it. */
function sentenceIn(body: unknown): string {
  const only: unknown = Array.isArray(body) ? body[0] : body
  if (!isJson(only)) return String(only)
  const error = isJson(only['error']) ? only['error'] : only
  return String(error['message'] ?? error['error'])
}

function limitIn(words: string): number | null {
  const fault = tooLongFault(words)
  return fault.type === 'tooLong' ? fault.contextTokens : null
}

test('the limit is read from every refusal for length that names it', () => {
  const refusals = Object.entries({ ...KNOWN_REFUSALS, ...TOO_LONG_REFUSALS }).filter(
    ([, { cause }]) => cause === 'length',
  )
  const read = refusals.map(([name, { body }]) => [name, limitIn(sentenceIn(body))])
  expect(Object.fromEntries(read)).toEqual(ANSWERS)
})

test.each([
  ["This model's maximum context length is 8,192 tokens.", 8_192],
  ['prompt token count of 71000 exceeds the limit of 64000', 64_000],
  ['Range of input length should be [1, 30720]', 30_720],
  ['Prompt exceeds max length', null],
  ['maximum context length is 12 tokens', null],
  ['maximum context length is 999999999999 tokens', null],
])('“%s” names %s', (words, tokens) => {
  expect(limitIn(words)).toBe(tokens)
})

test('a learnt limit applies to one model of one endpoint, and is forgotten with its endpoint', () => {
  const learnt = new LearntLimits()
  const small = { endpoint: 'lab', model: 'small' }
  expect(learnt.learn(small, 8_192)).toBe(true)
  expect(learnt.learn(small, 8_192)).toBe(false)
  expect(learnt.of(small)).toBe(8_192)
  expect(learnt.of({ endpoint: 'lab', model: 'other' })).toBeNull()
  expect(learnt.of({ endpoint: 'lab2', model: 'small' })).toBeNull()
  learnt.forget('lab2')
  expect(learnt.of(small)).toBe(8_192)
  learnt.forget('lab')
  expect(learnt.of(small)).toBeNull()
})
