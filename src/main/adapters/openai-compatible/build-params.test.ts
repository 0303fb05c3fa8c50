import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkChat } from '../../../../e2e/fake-model-server/checks/check-chat.ts'
import type { BlobHash } from '../../../shared/ids.ts'
import type {
  ModelRequest,
  RequestBlock,
  RequestImage,
  RequestMessage,
} from '../../core/request/model-request.ts'
import { buildParams } from './build-params.ts'

const PROVIDER = {
  endpoint: 'local',
  model: 'qwen',
  limits: { contextTokens: 8_000, outputTokens: 1_000 },
  price: null,
}
const TOOLS = [{ name: 'bash', description: 'Runs.', inputSchema: { type: 'object' } }]
const base64Of = (): string => 'AQID'

function build(messages: readonly RequestMessage[], change: Partial<ModelRequest> = {}) {
  const request = { system: 'Be kind.', tools: TOOLS, messages, ...change }
  const params = buildParams({ request, provider: PROVIDER, effort: 'auto' }, base64Of)
  expect(checkChat(params)).toBeNull()
  return params
}

const userMessage = (...blocks: RequestBlock[]): RequestMessage => ({ role: 'user', blocks })
const replied = (...blocks: RequestBlock[]): RequestMessage => ({ role: 'agent', blocks })
const text = (value: string): RequestBlock => ({ type: 'text', text: value })
const call = (id: string, command: string): RequestBlock => ({
  type: 'toolCall',
  id,
  name: 'bash',
  input: { type: 'object', value: { command } },
})
const result = (id: string, value: string, isError = false): RequestBlock => ({
  type: 'toolResult',
  id,
  isError,
  content: [{ type: 'text', text: value }],
})
const image: RequestImage = {
  type: 'image',
  blob: 'hash' as BlobHash,
  bytes: 100,
  mediaType: 'image/png',
  name: 'cat.png',
}

test('a round: calls, their results as separate messages, then the new messages', () => {
  const { messages } = build([
    userMessage(text('Go')),
    replied(text('I will.'), call('toolu_01A', 'one'), call('toolu_01B', 'two')),
    userMessage(result('toolu_01A', '1'), result('toolu_01B', 'no', true), text('And now?')),
  ])
  expect(messages).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Go' },
    {
      role: 'assistant',
      content: 'I will.',
      tool_calls: [
        {
          type: 'function',
          id: 'toolu_01A',
          function: { name: 'bash', arguments: '{"command":"one"}' },
        },
        {
          type: 'function',
          id: 'toolu_01B',
          function: { name: 'bash', arguments: '{"command":"two"}' },
        },
      ],
    },
    { role: 'tool', tool_call_id: 'toolu_01A', content: '1' },
    { role: 'tool', tool_call_id: 'toolu_01B', content: '[failed]\nno' },
    { role: 'user', content: 'And now?' },
  ])
})

test('a call keeps its id in every later request (prompt caching)', () => {
  const first = [userMessage(text('Go')), replied(call('x', 'one')), userMessage(result('x', '1'))]
  const grown = [...first, replied(call('y', 'two')), userMessage(result('y', '2'))]
  const before = build(first).messages
  expect(build(grown).messages.slice(0, before.length)).toEqual(before)
})

test('images are separate data parts; a message of only text is plain text', () => {
  const { messages } = build([userMessage(image, text('What is it?'))])
  expect(messages.at(-1)?.content).toEqual([
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
    { type: 'text', text: 'What is it?' },
  ])
  expect(build([userMessage(text('a'), text('b'))]).messages.at(-1)?.content).toBe('a\n\nb')
})

test('an image in a result follows all results', () => {
  const picture: RequestBlock = {
    type: 'toolResult',
    id: 'x',
    isError: false,
    content: [{ type: 'text', text: 'A plan.' }, image],
  }
  const { messages } = build([
    userMessage(text('Go')),
    replied(call('x', 'one'), call('y', 'two')),
    userMessage(picture, result('y', '2')),
  ])
  expect(messages.slice(3)).toEqual([
    { role: 'tool', tool_call_id: 'x', content: 'A plan.\n[image cat.png follows]' },
    { role: 'tool', tool_call_id: 'y', content: '2' },
    {
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } }],
    },
  ])
})

test('thinking of another API is not sent, and unreadable input is shown as received', () => {
  const broken: RequestBlock = {
    type: 'toolCall',
    id: 'x',
    name: 'no such: tool',
    input: { type: 'unparsed', text: '{"comm' },
  }
  const thought: RequestBlock = { type: 'thinking', text: 'hm', signature: 'sig' }
  const { messages } = build([
    userMessage(text('Go')),
    replied(thought, broken),
    userMessage(result('x', 'no')),
  ])
  expect(messages[2]).toEqual({
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        type: 'function',
        id: 'x',
        function: { name: 'no_such__tool', arguments: '{"unparsed":"{\\"comm"}' },
      },
    ],
  })
})

test('what a server returned besides text and calls goes back under the names in which it came', () => {
  const extra = { google: { thought_signature: 'sig' } }
  const { messages } = build([
    userMessage(text('Go')),
    replied(
      { type: 'reasoning', field: 'reasoning', text: 'Hm.' },
      { type: 'providerItem', field: 'reasoning_details', json: { data: 'a' } },
      { type: 'providerItem', field: 'reasoning_details', json: { data: 'b' } },
      { type: 'providerItem', field: 'extra_content', json: { c: 1 } },
      text('So.'),
      { ...call('x', 'one'), provider: { extra_content: extra } } as RequestBlock,
    ),
    userMessage(result('x', '1')),
  ])
  expect(messages[2]).toMatchObject({
    content: 'So.',
    reasoning: 'Hm.',
    reasoning_details: [{ data: 'a' }, { data: 'b' }],
    extra_content: { c: 1 },
    tool_calls: [{ id: 'x', extra_content: extra }],
  })
})

test('thinking that arrived in parts goes back in parts', () => {
  const thought: RequestBlock = { type: 'reasoning', field: 'content.thinking', text: 'Hm.' }
  const part = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }
  const { messages } = build([
    userMessage(text('Go')),
    replied(thought, text('Yes')),
    userMessage(text('On')),
    replied(thought, call('x', 'one')),
    userMessage(result('x', '1')),
  ])
  expect(messages[2]?.content).toEqual([part, { type: 'text', text: 'Yes' }])
  expect(messages[4]?.content).toEqual([part])
})

test('a placeholder is the shortest text that every server accepts as reasoning, or the value that Google documents', () => {
  const none = { type: 'noReasoning', field: 'reasoning_content' } as const
  const unsigned = { type: 'noReasoning', field: 'thought_signature' } as const
  const { messages } = build([
    userMessage(text('Go')),
    replied(none, call('x', 'one')),
    userMessage(result('x', '1')),
    replied(unsigned, call('y', 'one'), call('z', 'two')),
    userMessage(result('y', '1'), result('z', '2')),
  ])
  expect(messages[2]).toMatchObject({ reasoning_content: ' ' })
  expect(messages[4]).toMatchObject({
    tool_calls: [
      { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } },
      { id: 'z' },
    ],
  })
  expect(JSON.stringify(messages).split('skip_thought')).toHaveLength(2)
})

test('Kimi K2 sees calls of other models with ids in its own format; all others see the original ids', () => {
  const rounds = [
    userMessage(text('Go')),
    replied(call('functions.bash:0', 'one'), call('toolu_01', 'two')),
    userMessage(result('functions.bash:0', '1'), result('toolu_01', '2')),
    replied(call('call00003', 'three'), call('functions.bash:1', 'four')),
    userMessage(result('call00003', '3'), result('functions.bash:1', '4')),
  ]
  const idsFor = (model: string): readonly string[] => {
    const request = { system: '', tools: TOOLS, messages: rounds }
    const params = buildParams(
      { request, provider: { ...PROVIDER, model }, effort: 'auto' },
      base64Of,
    )
    expect(checkChat(params)).toBeNull()
    return params.messages.flatMap((each) => (each.role === 'tool' ? [each.tool_call_id] : []))
  }
  expect(idsFor('moonshotai/Kimi-K2.6')).toEqual([
    'functions.bash:0',
    'functions.bash:1',
    'call00003',
    'functions.bash:3',
  ])
  expect(idsFor('kimi-k3')).toEqual([
    'functions.bash:0',
    'toolu_01',
    'call00003',
    'functions.bash:1',
  ])
})

test('without tools the field for them is omitted', () => {
  expect(build([userMessage(text('Go'))], { tools: [], system: '' })).not.toHaveProperty('tools')
})

test('any rounds build what the strictest server accepts', () => {
  const round = fc.record({
    said: fc.string({ minLength: 1 }).filter((words) => words.trim() !== ''),
    commands: fc.array(fc.string(), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(fc.array(round, { minLength: 1, maxLength: 6 }), (rounds) => {
      const messages = rounds.flatMap(({ commands, said: words }, n): RequestMessage[] => {
        const ids = commands.map((_, index) => `toolu_${n}_${index}`)
        const calls = ids.map((id, index) => call(id, commands[index] ?? ''))
        const results = ids.map((id) => result(id, 'ok'))
        return [
          userMessage(text(words)),
          replied(text('Well.'), ...calls),
          ...(results.length === 0 ? [] : [userMessage(...results), replied(text('Done.'))]),
        ]
      })
      build([...messages, userMessage(text('End'))])
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['gpt-5', 'max', 'high'],
  ['gpt-5', 'none', undefined],
  ['gpt-5-pro', 'low', 'high'],
  ['gpt-5.1-codex', 'none', 'none'],
  ['gpt-5.1-codex', 'xhigh', 'high'],
  ['gpt-5.5', 'xhigh', 'xhigh'],
  ['gpt-4o-mini', 'high', undefined],
  ['deepseek-chat', 'high', undefined],
  ['qwen3:8b', 'max', 'high'],
  ['qwen3:8b', 'auto', undefined],
] as const)('%s with the effort %s is sent %s', (model, effort, expected) => {
  const provider = { ...PROVIDER, model }
  const request = { system: '', tools: TOOLS, messages: [userMessage(text('Go'))] }
  const params = buildParams({ request, provider, effort }, base64Of)
  expect(checkChat(params)).toBeNull()
  expect(params.reasoning_effort).toBe(expected)
})

test.each([
  ['gpt-5', 'max_completion_tokens'],
  ['gpt-5.2-codex', 'max_completion_tokens'],
  ['o3', 'max_completion_tokens'],
  ['o4-mini', 'max_completion_tokens'],
  ['gpt-4o', 'max_tokens'],
  ['gpt-oss:20b', 'max_tokens'],
  ['olmo2', 'max_tokens'],
] as const)('the output limit for %s is sent as %s', (model, name) => {
  const provider = { ...PROVIDER, model }
  const request = { system: '', tools: TOOLS, messages: [userMessage(text('Go'))] }
  const params = buildParams({ request, provider, effort: 'auto' }, base64Of)
  expect(checkChat(params)).toBeNull()
  const limits = Object.entries(params).filter(([key]) => /^max_.*tokens$/.test(key))
  expect(limits).toEqual([[name, PROVIDER.limits.outputTokens]])
})
