import { expect, test } from 'vitest'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import { message, refusal } from '../../../../e2e/fake-model-server/replies.ts'
import {
  citation,
  cited,
  foundBlock,
  notFoundBlock,
  readBlock,
  searched,
  serverToolUse,
  useBlock,
} from '../../../../e2e/fake-model-server/web-parts.ts'
import type { Block } from '../../../shared/messages/content.ts'
import { DEFAULT_TIMEOUTS } from '../../../shared/models/timeouts.ts'
import type { RequestBlock, RequestMessage } from '../../core/request/model-request.ts'
import { ask, modelAt } from '../model-api/fakes/model-calls.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'
import { anthropicApi } from './anthropic-api.ts'

const server = serverForEach()

const ID = 'srvtoolu_01A'
const QUERY = { query: 'node 24 "lts"' }
const PAGES = [
  { url: 'https://nodejs.org/a', title: 'Node.js' },
  { url: 'https://endoflife.date/nodejs', title: 'End of life' },
]
const [PAGE = { url: '', title: '' }] = PAGES
const LIMITS = { contextTokens: 200_000, outputTokens: 8_192 }

const SPECS = ['bash', 'web_fetch'].map((name) => ({ name, description: name, inputSchema: {} }))
const HELLO: RequestMessage = { role: 'user', blocks: [{ type: 'text', text: 'Hello' }] }
const NEXT: RequestMessage = { role: 'user', blocks: [{ type: 'text', text: 'Next' }] }

function asking(webSearch: boolean, messages: readonly RequestMessage[] = [HELLO]) {
  const model = 'claude-opus-4-8'
  const timeouts = DEFAULT_TIMEOUTS
  const provider = { endpoint: 'anthropic', model, limits: LIMITS, timeouts, price: null }
  return { provider, webSearch, request: { system: 'You are a test.', tools: SPECS, messages } }
}

function toolsOf(at: number): readonly unknown[] {
  const tools = server().requests[at]?.body['tools']
  return Array.isArray(tools) ? tools.map(({ name, type }) => type ?? name) : []
}

test("the provider's tools are requested only where allowed, and its page reader replaces ours", async () => {
  const model = modelAt(anthropicApi, server().url)
  for (const webSearch of [false, true]) {
    server().enqueue(message([text('Hi')]))
    expect((await ask(model, asking(webSearch))).outcome).toMatchObject({ type: 'responded' })
  }
  expect(toolsOf(0)).toEqual(['bash', 'web_fetch'])
  expect(toolsOf(1)).toEqual(['web_search_20250305', 'web_fetch_20250910', 'bash'])
  const betas = server().requests.map(({ headers }) => headers['anthropic-beta'])
  expect(betas).toEqual([undefined, 'web-fetch-2025-09-10'])
  expect(JSON.stringify(server().requests[1]?.body['tools'])).toMatch(/"ttl":"1h"\}\}\]$/)
})

test("a person's own beta header is sent next to ours", async () => {
  const headers = { 'Anthropic-Beta': 'own-2026-01-01' }
  const at = () => ({ baseUrl: server().url, apiKey: 'test-key', headers })
  server().enqueue(message([text('Hi')]))
  await ask(modelAt(anthropicApi, at), asking(true))
  expect(server().requests[0]?.headers['anthropic-beta']).toBe(
    'own-2026-01-01,web-fetch-2025-09-10',
  )
})

test('a search, its results and citations are kept as received, and shown while they run', async () => {
  const messages = [
    text('Let me look.'),
    ...searched(ID, QUERY.query, PAGES),
    text('It ends '),
    cited('in 2028', PAGE),
    text('.'),
  ]
  server().enqueue(message(messages, { searches: 1 }))
  const { callDeltas, deltas, outcome } = await ask(
    modelAt(anthropicApi, server().url),
    asking(true),
  )
  const blocks: readonly Block[] = [
    { type: 'text', text: 'Let me look.' },
    {
      type: 'serverTool',
      step: { type: 'search', id: ID, queries: [QUERY.query], found: null },
      json: useBlock(ID, 'web_search', QUERY),
    },
    {
      type: 'serverTool',
      step: { type: 'result', id: ID, found: PAGES, failure: null },
      json: foundBlock(ID, PAGES),
    },
    { type: 'text', text: 'It ends ' },
    {
      type: 'text',
      text: 'in 2028',
      sources: [PAGE],
      provider: { citations: [citation(PAGE, 'in 2028')] },
    },
    { type: 'text', text: '.' },
  ]
  expect(outcome).toMatchObject({ type: 'responded', blocks, usage: { searches: 1 } })
  expect(deltas.map(([, words]) => words).join('')).toBe('Let me look.\n\nIt ends in 2028.')
  expect(callDeltas.map(([, name]) => name).join('')).toBe('web search')
  expect(callDeltas.map(([, , json]) => json).join('')).toBe(JSON.stringify(QUERY))
})

test('pages read and failed steps are reported as such', async () => {
  const page = serverToolUse('srvtoolu_01B', 'web_fetch', { url: PAGE.url })
  const messages = [
    page,
    { type: 'block', json: readBlock('srvtoolu_01B', PAGE, 'text of it') } as const,
    serverToolUse(ID, 'web_search', QUERY),
    { type: 'block', json: notFoundBlock(ID, 'too_many_requests') } as const,
    text('So.'),
  ]
  server().enqueue(message(messages))
  const { outcome } = await ask(modelAt(anthropicApi, server().url), asking(true))
  const blocks = outcome.type === 'responded' ? outcome.blocks : []
  expect(blocks.flatMap((block) => (block.type === 'serverTool' ? [block.step] : []))).toEqual([
    { type: 'page', id: 'srvtoolu_01B', url: PAGE.url },
    { type: 'result', id: 'srvtoolu_01B', found: [PAGE], failure: null },
    { type: 'search', id: ID, queries: [QUERY.query], found: null },
    { type: 'result', id: ID, found: [], failure: 'too_many_requests' },
  ])
})

test('a search cut off in the middle of a reply is not part of it', async () => {
  const messages = [text('Let me look.'), serverToolUse(ID, 'web_search', QUERY)]
  server().enqueue(message(messages, { stopReason: 'max_tokens' }))
  const { outcome } = await ask(modelAt(anthropicApi, server().url), asking(true))
  expect(outcome).toMatchObject({ blocks: [{ type: 'text', text: 'Let me look.' }] })
})

const USE: RequestBlock = { type: 'serverTool', json: useBlock(ID, 'web_search', QUERY) }
const FOUND: RequestBlock = { type: 'serverTool', json: foundBlock(ID, PAGES) }
const CALL: RequestBlock = {
  type: 'toolCall',
  id: 'toolu_1',
  name: 'bash',
  input: { type: 'object', value: {} },
}
const RESULT: RequestBlock = {
  type: 'toolResult',
  id: 'toolu_1',
  isError: false,
  content: [{ type: 'text', text: 'ok' }],
}
const SAYS: RequestBlock = { type: 'text', text: 'Says.' }
const user = (...blocks: RequestBlock[]): RequestMessage => ({ role: 'user', blocks })
const agent = (...blocks: RequestBlock[]): RequestMessage => ({ role: 'agent', blocks })

test.each<[string, boolean, readonly RequestMessage[], readonly string[]]>([
  ['with its result', true, [HELLO, agent(USE, FOUND), NEXT], ['use', 'found']],
  [
    'with its result, the tool switched off',
    false,
    [HELLO, agent(USE, FOUND), NEXT],
    ['use', 'found'],
  ],
  ['that is open beside a call', true, [HELLO, agent(USE, CALL), user(RESULT, SAYS)], ['use']],
  ['that is open, the tool switched off', false, [HELLO, agent(USE, CALL), user(RESULT)], []],
  ['that was never run', true, [HELLO, agent(SAYS, USE), NEXT], []],
  ['and nothing else, never run', true, [HELLO, agent(USE), NEXT], []],
  [
    'run in the next reply',
    true,
    [HELLO, agent(USE, CALL), user(RESULT), agent(FOUND, SAYS), NEXT],
    ['use', 'found'],
  ],
  [
    'lost before the next reply',
    true,
    [HELLO, agent(USE, CALL), user(RESULT), agent(SAYS), NEXT],
    [],
  ],
  ['whose use is gone', true, [HELLO, agent(FOUND, SAYS), NEXT], []],
])('a search %s goes out as a strict server takes it', async (_, webSearch, messages, sent) => {
  server().enqueue(message([text('Hi')]))
  const model = modelAt(anthropicApi, server().url)
  const { outcome } = await ask(model, asking(webSearch, messages))
  expect(outcome).toMatchObject({ type: 'responded' })
  const body = JSON.stringify(server().requests[0]?.body['messages'])
  const found = [
    ...(body.includes('"server_tool_use"') ? ['use'] : []),
    ...(body.includes('"web_search_tool_result"') ? ['found'] : []),
  ]
  expect(found).toEqual(sent)
})

test('a paused reply whose tools are gone is continued by a message that says so', async () => {
  const paused = [HELLO, agent(SAYS, USE)]
  server().enqueue(message([text('Hi')]))
  const { outcome } = await ask(modelAt(anthropicApi, server().url), asking(false, paused))
  expect(outcome).toMatchObject({ type: 'responded' })
  expect(server().requests[0]?.body['messages']).toMatchObject([
    { role: 'user' },
    { role: 'assistant', content: [{ type: 'text', text: 'Says.' }] },
    { role: 'user', content: [{ text: expect.stringContaining('no longer available') }] },
  ])
})

const NO_SEARCH = "tools.0: Input tag 'web_search_20250305' found using 'type' does not match any"
const NO_PAGE = "tools.1: Input tag 'web_fetch_20250910' found using 'type' does not match any"

test.each<[string, readonly string[]]>([
  [NO_SEARCH, ['web_fetch_20250910', 'bash']],
  [
    "'claude-opus-4-8' does not support tool types: web_search_20250305.",
    ['web_fetch_20250910', 'bash'],
  ],
  ['Web search is not enabled for this organization.', ['web_fetch_20250910', 'bash']],
  [NO_PAGE, ['web_search_20250305', 'web_fetch', 'bash']],
  [
    'Unexpected value(s) `web-fetch-2025-09-10` for the `anthropic-beta` header.',
    ['web_search_20250305', 'web_fetch', 'bash'],
  ],
  ['tools: Tool names must be unique.', ['web_search_20250305', 'web_fetch', 'bash']],
])('a server that says %s is asked without, at once and from then on', async (words, left) => {
  server().enqueue(
    refusal(400, { type: 'invalid_request_error', message: words }),
    message([text('Hi')]),
    message([text('Again')]),
  )
  const model = modelAt(anthropicApi, server().url)
  for (let time = 1; time <= 2; time++) {
    expect((await ask(model, asking(true))).outcome).toMatchObject({ type: 'responded' })
  }
  expect([1, 2].map(toolsOf)).toEqual([left, left])
})

test('a server that knows only tools of its clients gets ours, including the page reader', async () => {
  const words = 'tools.0.custom.input_schema: Field required'
  const no = refusal(400, { type: 'invalid_request_error', message: words })
  server().enqueue(no, no, message([text('Hi')]))
  const { outcome } = await ask(modelAt(anthropicApi, server().url), asking(true))
  expect(outcome).toMatchObject({ type: 'responded' })
  expect(toolsOf(2)).toEqual(['web_fetch', 'bash'])
})

test('a server that refuses search results gets only the text', async () => {
  const words = `messages.1: \`web_search\` tool use with id \`${ID}\` was found without a corresponding \`web_search_tool_result\` block`
  server().enqueue(
    refusal(400, { type: 'invalid_request_error', message: words }),
    message([text('Hi')]),
  )
  const cites: RequestBlock = {
    type: 'text',
    text: 'In 2028.',
    provider: { citations: [citation(PAGE, 'In 2028.')] },
  }
  const messages = [HELLO, agent(USE, FOUND, cites), NEXT]
  const { outcome } = await ask(modelAt(anthropicApi, server().url), asking(true, messages))
  expect(outcome).toMatchObject({ type: 'responded' })
  expect(JSON.stringify(server().requests[0]?.body)).toContain('encrypted_index')
  expect(server().requests[1]?.body['messages']).toMatchObject([
    { role: 'user' },
    { role: 'assistant', content: [{ type: 'text', text: 'In 2028.' }] },
    { role: 'user' },
  ])
  expect(JSON.stringify(server().requests[1]?.body['messages'])).not.toMatch(/srvtoolu|citations/)
})
