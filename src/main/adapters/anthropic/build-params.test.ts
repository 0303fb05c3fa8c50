import { expect, test } from 'vitest'
import { BlobHash } from '../../../shared/ids.ts'
import type { Provider } from '../../../shared/conversation/turn.ts'
import type { ModelRequest, RequestMessage, ToolSpec } from '../../core/request/model-request.ts'
import { checkRequest } from '../../../../e2e/fake-model-server/checks/check-request.ts'
import { buildParams } from './build-params.ts'

const PROVIDER: Pick<Provider, 'limits' | 'model'> = {
  model: 'claude-test',
  limits: { contextTokens: 200_000, outputTokens: 8_192 },
}
const TOOLS: readonly ToolSpec[] = ['bash', 'think'].map((name) => ({
  name,
  description: `The tool ${name}.`,
  inputSchema: { type: 'object', properties: { command: { type: 'string' } } },
}))
const user = (text: string): RequestMessage => ({ role: 'user', blocks: [{ type: 'text', text }] })
const THINKING = {
  type: 'thinking',
  text: ' raw  \n\t“think”\u2028 ',
  signature: 'Eq+/==\\"',
} as const
const LOOP: ModelRequest = {
  system: 'Be brief.',
  tools: TOOLS,
  messages: [
    user('Look.'),
    {
      role: 'agent',
      blocks: [
        THINKING,
        { type: 'redactedThinking', data: 'AAECAw==' },
        { type: 'text', text: 'I look.' },
        {
          type: 'toolCall',
          id: 'a',
          name: 'bash',
          input: { type: 'object', value: { command: 'ls' } },
        },
        { type: 'toolCall', id: 'b', name: 'bash', input: { type: 'unparsed', text: '{"comm' } },
      ],
    },
    {
      role: 'user',
      blocks: [
        { type: 'toolResult', id: 'a', isError: false, content: [{ type: 'text', text: 'x' }] },
        { type: 'toolResult', id: 'b', isError: true, content: [{ type: 'text', text: 'no' }] },
      ],
    },
  ],
}

function paramsOf(request: ModelRequest): ReturnType<typeof buildParams> {
  return buildParams({ request, provider: PROVIDER, effort: 'auto' }, () => null)
}

function markers(params: unknown): number {
  return JSON.stringify(params).split('"cache_control"').length - 1
}

test('a request with tools, thinking and results passes a strict server', () => {
  const params = paramsOf(LOOP)
  expect(checkRequest(JSON.parse(JSON.stringify(params)), { endsWithAssistant: false })).toBeNull()
  expect(params).toMatchObject({ model: 'claude-test', max_tokens: 8192, stream: true })
})

test('thinking and its signature are sent as stored, character by character', () => {
  const content = paramsOf(LOOP).messages[1]?.content
  const { text, signature } = THINKING
  expect(content?.[0]).toEqual({ type: 'thinking', thinking: text, signature })
  expect(content?.[1]).toEqual({ type: 'redacted_thinking', data: 'AAECAw==' })
})

test('four cache markers: the tools, the system prompt and the last two user messages', () => {
  const messages = [user('1'), ...Array.from({ length: 20 }, () => [agent('a'), user('b')]).flat()]
  const long = paramsOf({ ...LOOP, messages })
  expect(markers(long)).toBe(4)
  expect(long.system).toEqual([
    { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
  ])
  expect(long.tools?.map(markers)).toEqual([0, 1])
  expect(markers(long.messages.slice(-1))).toBe(1)
  expect(markers(long.messages.slice(-3, -2))).toBe(1)
  expect(markers(paramsOf({ ...LOOP, messages: [user('1')] }))).toBe(3)
})

test("for Claude's own API the tools and the system prompt are cached for an hour, messages for the default time", () => {
  const provider = { ...PROVIDER, model: 'claude-opus-4-8' }
  const params = buildParams({ request: LOOP, provider, effort: 'auto' }, () => null)
  expect(checkRequest(JSON.parse(JSON.stringify(params)), { endsWithAssistant: false })).toBeNull()
  const hour = { type: 'ephemeral', ttl: '1h' }
  expect(params.system).toEqual([{ type: 'text', text: 'Be brief.', cache_control: hour }])
  expect(params.tools?.at(-1)?.cache_control).toEqual(hour)
  expect(JSON.stringify(params.messages)).not.toContain('ttl')
})

test('without a system prompt the last tool is the end of the prefix', () => {
  const params = paramsOf({ ...LOOP, system: ' ' })
  expect(params.system).toBeUndefined()
  expect(params.tools?.map(markers)).toEqual([0, 1])
})

test('apart from the markers, each request is a prefix of the next one', () => {
  const next = { ...LOOP, messages: [...LOOP.messages, agent('done'), user('more')] }
  expect(plain(next).startsWith(plain(LOOP).replace(/\]\}$/, ''))).toBe(true)
})

test('input that is not a JSON object is shown as received, up to 2 KB, with no character split', () => {
  const text = `{"command": "${'ä€👋'.repeat(1000)}`
  const call = {
    type: 'toolCall',
    id: 'a',
    name: 'bash',
    input: { type: 'unparsed', text },
  } as const
  const params = paramsOf({ ...LOOP, messages: [{ role: 'agent', blocks: [call] }] })
  const [block] = params.messages[0]?.content ?? []
  if (typeof block !== 'object' || block.type !== 'tool_use') throw new Error('no call')
  const sent = (block.input as { unparsed: string }).unparsed
  expect(text.startsWith(sent)).toBe(true)
  expect(Buffer.byteLength(sent)).toBeGreaterThan(2048 - 4)
  expect(Buffer.byteLength(sent)).toBeLessThanOrEqual(2048)
  expect(text[sent.length - 1]).not.toMatch(/[\uD800-\uDBFF]/)
})

test('a block of an unknown kind goes back unchanged', () => {
  const json = { type: 'hologram', depth: 3, nested: { deep: [1, null] } }
  const messages = [{ role: 'agent', blocks: [{ type: 'other', json }] } as const]
  expect(paramsOf({ ...LOOP, messages }).messages[0]?.content).toEqual([json])
})

test.each([
  ['', 'unnamed'],
  ['run shell!', 'run_shell_'],
  ['x'.repeat(80), 'x'.repeat(64)],
])('a call named %j does not get the conversation refused', (name, sent) => {
  const call = { type: 'toolCall', id: 'a', name, input: { type: 'object', value: {} } } as const
  const params = paramsOf({ ...LOOP, messages: [{ role: 'agent', blocks: [call] }] })
  expect(params.messages[0]?.content).toMatchObject([{ type: 'tool_use', name: sent }])
})

function agent(text: string): RequestMessage {
  return { role: 'agent', blocks: [{ type: 'text', text }] }
}

function plain(request: ModelRequest): string {
  const params = JSON.stringify(paramsOf(request))
  return params.replaceAll(/,"cache_control":\{[^}]*\}/g, '')
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=='

test('T41 an image in a result is sent; one whose bytes are gone is named in its place', () => {
  const picture = {
    type: 'image',
    blob: BlobHash.parse('a'.repeat(64)),
    bytes: 100,
    mediaType: 'image/png',
    name: 'cat.png',
  } as const
  const content = [{ type: 'text', text: 'cat.png: an image.' }, picture] as const
  const messages = LOOP.messages.map((message, index): RequestMessage => {
    if (index !== 2) return message
    const [first, ...others] = message.blocks
    return first?.type === 'toolResult'
      ? { ...message, blocks: [{ ...first, content }, ...others] }
      : message
  })
  const source = { type: 'base64', media_type: 'image/png', data: PIXEL } as const
  const shown = buildParams(
    { request: { ...LOOP, messages }, provider: PROVIDER, effort: 'auto' },
    () => PIXEL,
  )
  expect(checkRequest({ ...shown }, { endsWithAssistant: false })).toBeNull()
  expect(shown.messages[2]?.content[0]).toMatchObject({
    type: 'tool_result',
    content: [{ type: 'text' }, { type: 'image', source }],
  })
  const expired = paramsOf({ ...LOOP, messages })
  expect(expired.messages[2]?.content[0]).toMatchObject({
    content: [{ type: 'text' }, { type: 'text', text: '[image cat.png is gone]' }],
  })
})

test("ids of other servers are rewritten in this server's alphabet, the same for a call and its result; other parts of the id are dropped", () => {
  const [question, reply, results] = LOOP.messages
  const odd = 'functions.bash:0'
  const rename = (message: RequestMessage | undefined): RequestMessage => {
    const { blocks = [], role = 'user' } = message ?? {}
    return {
      role,
      blocks: blocks.map((block) =>
        'id' in block && block.id === 'a' ? { ...block, id: odd } : block,
      ),
    }
  }
  const neighbours = [
    { type: 'reasoning', field: 'reasoning_content', text: 'Hm.' },
    { type: 'providerItem', field: 'reasoning_details', json: { data: 'x' } },
  ] as const
  const own = rename(reply)
  const messages = [question, { ...own, blocks: [...neighbours, ...own.blocks] }, rename(results)]
  const params = paramsOf({ ...LOOP, messages: messages as RequestMessage[] })
  expect(checkRequest(params, { endsWithAssistant: false })).toBeNull()
  const sent = JSON.stringify(params.messages)
  expect(sent.match(/call_[0-9a-f]{24}/g)).toHaveLength(2)
  expect(new Set(sent.match(/call_[0-9a-f]{24}/g)).size).toBe(1)
  expect(sent).not.toMatch(/reasoning|functions/)
})
