import type { Part } from '@google/genai/web'
import { expect, test } from 'vitest'
import type { Effort } from '../../../shared/models/effort.ts'
import type { BlobHash } from '../../../shared/ids.ts'
import type {
  RequestBlock,
  RequestImage,
  RequestMessage,
} from '../../core/request/model-request.ts'
import { buildParams } from './build-params.ts'

const IMAGE: RequestImage = {
  type: 'image',
  blob: 'b'.repeat(64) as BlobHash,
  bytes: 3,
  mediaType: 'image/png',
  name: 'shot.png',
}
const PIXELS = { inlineData: { mimeType: 'image/png', data: 'UE5H' } }

function requestWith(
  messages: readonly RequestMessage[],
  { effort = 'auto', model = 'gemini-3.8-flash' }: { effort?: Effort; model?: string } = {},
) {
  const limits = { contextTokens: 1_000_000, outputTokens: 65_536 }
  const tools = [{ name: 'bash', description: 'Runs.', inputSchema: { type: 'object' } }]
  const request = { system: 'Be brief.', tools, messages }
  return buildParams({ request, effort, provider: { model, limits } }, () => 'UE5H')
}

const user = (...blocks: readonly RequestBlock[]): RequestMessage => ({ role: 'user', blocks })
const agent = (...blocks: readonly RequestBlock[]): RequestMessage => ({ role: 'agent', blocks })
const text = (value: string): RequestBlock => ({ type: 'text', text: value })
const call = (id: string, provider?: Record<string, unknown>): RequestBlock => ({
  type: 'toolCall',
  id,
  name: 'bash',
  input: { type: 'object', value: { command: id } },
  provider,
})
const result = (id: string, ...content: (RequestImage | { type: 'text'; text: string })[]) =>
  ({ type: 'toolResult', id, isError: false, content }) as const

/** The parts of all turns except the first. */
function partsOf(
  messages: readonly RequestMessage[],
  model?: string,
): readonly (readonly Part[])[] {
  const { contents } = requestWith(
    [user(text('Go')), ...messages],
    model === undefined ? {} : { model },
  )
  const turns = contents as readonly { readonly parts: readonly Part[] }[]
  return turns.slice(1).map(({ parts }) => parts)
}

test('a step of two calls and its results by name and id, ahead of messages sent meanwhile', () => {
  const [calls, results, otherParts] = partsOf([
    agent(call('a', { thoughtSignature: 'sig+/==' }), call('b')),
    user(
      result('a', { type: 'text', text: 'one' }),
      { ...result('b', { type: 'text', text: 'no' }), isError: true },
      text('And now?'),
    ),
  ])
  expect(calls).toEqual([
    {
      functionCall: { id: 'a', name: 'bash', args: { command: 'a' } },
      thoughtSignature: 'sig+/==',
    },
    { functionCall: { id: 'b', name: 'bash', args: { command: 'b' } } },
  ])
  expect(results).toEqual([
    { functionResponse: { id: 'a', name: 'bash', response: { output: 'one' } } },
    { functionResponse: { id: 'b', name: 'bash', response: { error: 'no' } } },
  ])
  expect(otherParts).toEqual([{ text: 'And now?' }])
})

test('the first call of another model gets a placeholder signature for models that require signatures', () => {
  const foreign = [agent(text('Let me see.'), call('a'), call('b'))]
  expect(partsOf(foreign)[0]?.map(({ thoughtSignature }) => thoughtSignature)).toEqual([
    undefined,
    'skip_thought_signature_validator',
    undefined,
  ])
  const older = partsOf(foreign, 'gemini-2.5-flash')[0] ?? []
  expect(older.some(({ thoughtSignature }) => thoughtSignature !== undefined)).toBe(false)
  const learnt = [agent({ type: 'noReasoning', field: 'thought_signature' }, call('a'))]
  expect(partsOf(learnt, 'gemini-2.5-flash')[0]?.[0]?.thoughtSignature).toBe(
    'skip_thought_signature_validator',
  )
})

test('a signature received over the OpenAI-compatible address goes back too', () => {
  const provider = { extra_content: { google: { thought_signature: 'sig' } } }
  expect(partsOf([agent(call('a', provider))])[0]?.[0]?.thoughtSignature).toBe('sig')
})

const signed = (at: number): RequestBlock => ({
  type: 'providerItem',
  field: 'thoughtSignature',
  json: { thoughtSignature: 's', at },
})

test('a signed text goes back in the parts in which it arrived', () => {
  expect(partsOf([agent(signed(6), text('Hello world'))])).toEqual([
    [{ text: 'Hello ' }, { text: 'world', thoughtSignature: 's' }],
  ])
  expect(partsOf([agent(signed(0), text('Hello'))])).toEqual([
    [{ text: 'Hello', thoughtSignature: 's' }],
  ])
  expect(partsOf([agent(signed(0), call('a'))])[0]?.[0]).toEqual({
    text: '',
    thoughtSignature: 's',
  })
})

test('signed thoughts go back as thoughts; items of other APIs are dropped', () => {
  const odd: RequestBlock = { type: 'providerItem', field: 'output', json: { type: 'reasoning' } }
  const thought: RequestBlock = { type: 'thinking', text: 'Hm', signature: 's' }
  const [parts] = partsOf([
    agent(thought, odd, { type: 'redactedThinking', data: 'x' }, text('Hi')),
  ])
  expect(parts).toEqual([{ text: 'Hm', thought: true, thoughtSignature: 's' }, { text: 'Hi' }])
  expect(partsOf([agent(odd)])).toEqual([])
})

test('images are in the message, and in results if the model accepts them there', () => {
  const messages = [
    agent(call('a')),
    user(result('a', { type: 'text', text: 'seen' }, IMAGE), IMAGE),
  ]
  const response = { id: 'a', name: 'bash', response: { output: 'seen' } }
  expect(partsOf(messages).slice(1)).toEqual([
    [{ functionResponse: { ...response, parts: [PIXELS] } }],
    [PIXELS],
  ])
  expect(partsOf(messages, 'gemini-2.5-pro')[1]).toEqual([{ functionResponse: response }, PIXELS])
})

test.each<[string, Effort, object | undefined]>([
  ['gemini-3.8-flash', 'auto', { includeThoughts: true }],
  ['gemini-3.8-flash', 'low', { includeThoughts: true, thinkingLevel: 'LOW' }],
  ['gemini-4-argon', 'max', { includeThoughts: true, thinkingLevel: 'HIGH' }],
  ['gemini-3.8-flash', 'none', { includeThoughts: true }],
  ['gemini-2.5-flash', 'none', { thinkingBudget: 0 }],
  ['gemini-2.5-pro', 'none', { includeThoughts: true }],
  ['gemini-2.5-pro', 'medium', { includeThoughts: true, thinkingBudget: 8_192 }],
  ['gemini-2.5-flash', 'max', { includeThoughts: true, thinkingBudget: 24_576 }],
  ['my-tuned-model', 'auto', undefined],
  ['my-tuned-model', 'high', { includeThoughts: true, thinkingLevel: 'HIGH' }],
])('%s with the effort %s', (model, effort, thinking) => {
  expect(requestWith([user(text('Hi'))], { model, effort }).config?.thinkingConfig).toEqual(
    thinking,
  )
})

test('the library neither runs calls nor retries by itself, and passes the schema unchanged', () => {
  const { config } = requestWith([user(text('Hi'))])
  expect(config).toMatchObject({
    automaticContinuation: false,
    automaticFunctionCalling: { disable: true },
    tools: [{ functionDeclarations: [{ name: 'bash', parametersJsonSchema: { type: 'object' } }] }],
  })
})

test('a name that does not start with a letter is corrected', () => {
  const odd = { ...call('a'), name: '7 dwarfs' } as RequestBlock
  expect(partsOf([agent(odd)])[0]?.[0]?.functionCall?.name).toBe('_7_dwarfs')
})
