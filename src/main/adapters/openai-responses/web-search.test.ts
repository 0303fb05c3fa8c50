import { expect, test } from 'vitest'
import { chatRefusal } from '../../../../e2e/fake-model-server/chat-replies.ts'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import { response } from '../../../../e2e/fake-model-server/response-replies.ts'
import { DEFAULT_TIMEOUTS } from '../../../shared/models/timeouts.ts'
import type { RequestBlock, RequestMessage } from '../../core/request/model-request.ts'
import { ask, modelAt } from '../model-api/fakes/model-calls.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'
import { responsesApi } from './responses-api.ts'

const server = serverForEach()

const SPECS = [{ name: 'web_fetch', description: 'Fetches.', inputSchema: { type: 'object' } }]
const HELLO: RequestMessage = { role: 'user', blocks: [{ type: 'text', text: 'Hello' }] }
const LIMITS = { contextTokens: 200_000, outputTokens: 8_192 }

function asking(webSearch: boolean, messages: readonly RequestMessage[] = [HELLO]) {
  const timeouts = DEFAULT_TIMEOUTS
  const provider = { endpoint: 'openai', model: 'gpt-6-sol', limits: LIMITS, timeouts, price: null }
  return { provider, webSearch, request: { system: 'You are a test.', tools: SPECS, messages } }
}

const ENCRYPTED = 'reasoning.encrypted_content'
const SOURCES = 'web_search_call.action.sources'

const URLS = ['https://nodejs.org/a', 'https://endoflife.date/nodejs']
const SEARCH = {
  id: 'ws_1',
  type: 'web_search_call',
  status: 'completed',
  action: {
    type: 'search',
    queries: ['node lts', 'node eol'],
    sources: URLS.map((url) => ({ type: 'url', url })),
  },
}
const OPENED = {
  id: 'ws_2',
  type: 'web_search_call',
  status: 'completed',
  action: { type: 'open_page', url: URLS[0] },
}

function messageCiting(words: string) {
  const annotation = {
    type: 'url_citation',
    url: URLS[0],
    title: 'Node',
    start_index: 0,
    end_index: 4,
  }
  const content = [{ type: 'output_text', text: words, annotations: [annotation, annotation] }]
  return { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content }
}

function requestedTools(): readonly unknown[] {
  return server().requests.map(({ body: { include, tools } }) => [
    include,
    Array.isArray(tools) ? tools.map(({ type }) => type) : [],
  ])
}

test("the provider's search is requested only where allowed, next to our own tools", async () => {
  const model = modelAt(responsesApi, server().url)
  for (const webSearch of [false, true]) {
    server().enqueue(response([text('Hi')]))
    expect((await ask(model, asking(webSearch))).outcome).toMatchObject({ type: 'responded' })
  }
  expect(requestedTools()).toEqual([
    [[ENCRYPTED], ['function']],
    [
      [ENCRYPTED, SOURCES],
      ['web_search', 'function'],
    ],
  ])
})

test('searches are kept as received, counted and shown, and citations stay with their text', async () => {
  server().enqueue(
    response([
      text('Looking.'),
      { type: 'block', json: SEARCH },
      { type: 'block', json: OPENED },
      { type: 'block', json: messageCiting('It ends in 2028.') },
    ]),
  )
  const { callDeltas, outcome } = await ask(modelAt(responsesApi, server().url), asking(true))
  const found = URLS.map((url) => ({ url, title: null }))
  expect(outcome).toMatchObject({
    type: 'responded',
    end: 'endTurn',
    usage: { searches: 1 },
    blocks: [
      { type: 'text', text: 'Looking.' },
      {
        type: 'serverTool',
        step: { type: 'search', id: 'ws_1', queries: ['node lts', 'node eol'], found },
        json: SEARCH,
      },
      { type: 'serverTool', step: { type: 'page', id: 'ws_2', url: URLS[0] }, json: OPENED },
      { type: 'text', text: 'It ends in 2028.', sources: [{ url: URLS[0], title: 'Node' }] },
    ],
  })
  expect(callDeltas.map(([, name]) => name)).toEqual(['web search', 'web search'])
})

const refused = (words: string) =>
  chatRefusal(400, { message: words, type: 'invalid_request_error' })

test.each<[string, unknown]>([
  ["Hosted tool 'web_search' is not supported with gpt-6-sol.", [[ENCRYPTED], ['function']]],
  [
    "Invalid value: 'web_search'. Supported values are: 'function' and 'custom'.",
    [[ENCRYPTED], ['function']],
  ],
  [`Invalid value: '${SOURCES}'.`, [[ENCRYPTED], ['web_search', 'function']]],
  ['Encrypted content is not supported with this model.', [[SOURCES], ['web_search', 'function']]],
])('a server that says %s is asked without, at once and from then on', async (words, left) => {
  server().enqueue(refused(words), response([text('Hi')]), response([text('Again')]))
  const model = modelAt(responsesApi, server().url)
  for (let time = 1; time <= 2; time++) {
    expect((await ask(model, asking(true))).outcome).toMatchObject({ type: 'responded' })
  }
  expect(requestedTools().slice(1)).toEqual([left, left])
})

function thought(id: string): RequestBlock {
  const json = { id, type: 'reasoning', summary: [], encrypted_content: 'x' }
  return { type: 'providerItem', field: 'output', json }
}

test('a server that refuses past searches is asked again without them, and without the thinking that led to them', async () => {
  server().enqueue(refused("Invalid value: 'web_search_call'."), response([text('Hi')]))
  const reply: RequestMessage = {
    role: 'agent',
    blocks: [
      thought('rs_1'),
      { type: 'serverTool', json: SEARCH },
      thought('rs_2'),
      { type: 'text', text: 'So.' },
    ],
  }
  const { outcome } = await ask(
    modelAt(responsesApi, server().url),
    asking(true, [HELLO, reply, HELLO]),
  )
  expect(outcome).toMatchObject({ type: 'responded' })
  const items = server().requests.map(({ body: { input } }) =>
    Array.isArray(input) ? input.map(({ id, role }) => id ?? role) : [],
  )
  expect(items).toEqual([
    ['user', 'rs_1', 'ws_1', 'rs_2', 'assistant', 'user'],
    ['user', 'rs_2', 'assistant', 'user'],
  ])
})
