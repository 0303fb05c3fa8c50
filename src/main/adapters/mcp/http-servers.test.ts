import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { McpServer } from '../../../shared/mcp-server.ts'
import { until } from '../processes/supervisor-fixture.ts'
import { tookToStop } from '../processes/took.fixture.ts'
import { createMcpRig, textOf } from './mcp-rig.fixture.ts'
import { toolsOf } from './unruly-lists.fixture.ts'

interface Request {
  readonly id?: number
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** An HTTP server that misbehaves in the way its path names; `elsewhere` receives whatever must not reach it. */
let server: Server
let elsewhere: Server
let requestsElsewhere = 0
const headersOf = new Map<string, IncomingMessage['headers']>()
function addressOf(of: Server): string {
  return `http://127.0.0.1:${(of.address() as AddressInfo).port}`
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function answer(mode: string, { id, method, params }: Request, response: ServerResponse): void {
  const say = (result: unknown): void => json(response, { jsonrpc: '2.0', id, result })
  if (id === undefined) {
    response.writeHead(202).end()
    return
  }
  const echoes = { '/echoes-at-start': 'tools/list', '/echoes-in-call': 'tools/call' }[mode]
  if (method === echoes) return void response.writeHead(500).end(headersOf.get(mode)?.authorization)
  if (method === 'initialize') {
    const protocolVersion = params?.['protocolVersion']
    const serverInfo = { name: 'http', version: '1' }
    return say({ protocolVersion, capabilities: { tools: {} }, serverInfo })
  }
  if (method === 'tools/list') return say(toolsOf('plain', 1, undefined))
  if (method !== 'tools/call')
    return json(response, { jsonrpc: '2.0', id, error: { code: -32_601, message: 'no' } })
  const stream = { 'content-type': 'text/event-stream' }
  switch (mode) {
    case '/hang-in-call':
      return
    case '/cut-in-call':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '999' })
      response.write('{"jsonrpc"')
      response.socket?.end()
      return
    case '/forgets':
      json(response, { jsonrpc: '2.0', id, error: { code: -32_001, message: 'no session' } }, 404)
      return
    case '/signs-out':
      response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end()
      return
    case '/status-500':
      response.writeHead(500).end('broken')
      return
    case '/not-json':
      response.writeHead(200, { 'content-type': 'application/json' }).end('<html>')
      return
    case '/page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
      return
    case '/oversize':
      return say({ content: [{ type: 'text', text: 'o'.repeat(9 * 1024 * 1024) }] })
    case '/endless-event':
      response.writeHead(200, stream)
      pour(response, 'data: ')
      return
    case '/redirect':
      response.writeHead(307, { location: `${addressOf(elsewhere)}/mcp` }).end()
      return
    case '/stream':
      response.writeHead(200, stream)
      response.end(
        `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'streamed' }] } })}\n\n`,
      )
      return
    default:
      return say({ content: [{ type: 'text', text: 'plain' }] })
  }
}

function pour(response: ServerResponse, start: string): void {
  response.write(start)
  const more = (): void => {
    while (!response.destroyed && response.write('z'.repeat(64 * 1024)));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

function take(request: IncomingMessage, response: ServerResponse): void {
  const mode = request.url ?? ''
  headersOf.set(mode, request.headers)
  if (mode === '/hang-at-start') return
  if (mode === '/unauthorized') {
    response.writeHead(401).end()
    return
  }
  if (request.method !== 'POST') {
    response.writeHead(405).end()
    return
  }
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () =>
    answer(mode, JSON.parse(Buffer.concat(pieces).toString()) as Request, response),
  )
}

beforeAll(async () => {
  server = createServer(take)
  elsewhere = createServer((_request, response) => {
    requestsElsewhere += 1
    response.end()
  })
  for (const each of [server, elsewhere])
    await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', () => resolve()))
})
afterAll(() => {
  for (const each of [server, elsewhere]) {
    each.closeAllConnections()
    each.close()
  }
})

function at(mode: string, more: Partial<McpServer> = {}): McpServer {
  return McpServer.parse({ type: 'http', url: `${addressOf(server)}/${mode}`, ...more })
}

const MODES: readonly (readonly [string, 'ok' | 'failed' | 'timedOut', RegExp])[] = [
  ['plain', 'ok', /^plain$/],
  ['stream', 'ok', /^streamed$/],
  ['hang-in-call', 'timedOut', /did not answer within 1 s/],
  ['cut-in-call', 'failed', /answered wrongly/],
  ['status-500', 'failed', /500/],
  ['not-json', 'failed', /answered wrongly/],
  ['page', 'failed', /answered wrongly/],
  ['oversize', 'failed', /more than 8 MB/],
  ['endless-event', 'failed', /no whole answer before the connection ended/],
  ['redirect', 'failed', /redirects to another address/],
]

test('a call by HTTP always ends, whatever its server does, and no other address is contacted', async () => {
  // Only what is to run out of time has little: a busy machine may be slow to answer.
  const own = MODES.map(([mode, outcome]) => {
    const timeout = outcome === 'timedOut' ? 1_000 : 15_000
    return [mode, at(mode, { timeout })] as const
  })
  await using bench = createMcpRig(Object.fromEntries(own), { timing: { startMs: 5_000 } })
  await bench.ready()
  for (const [mode, outcome, expected] of MODES) {
    const startedAt = performance.now()
    const result = await bench.call(`mcp__${mode}__echo`)
    expect({ mode, outcome: result.outcome, text: textOf(result) }).toEqual({
      mode,
      outcome,
      text: expect.stringMatching(expected),
    })
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  }
  expect(requestsElsewhere).toBe(0)
}, 60_000)

test.each([
  ['hang-at-start', 1_000, /did not start: timed out/],
  ['unauthorized', 15_000, /It wants you to sign in/],
] as const)(
  'a server by HTTP that fails at its start says why: %s',
  async (mode, startMs, expected) => {
    await using bench = createMcpRig({ u: at(mode) }, { timing: { startMs } })
    await bench.ready()
    const { servers } = await bench.control.list(bench.place)
    expect(servers[0]?.problem).toMatch(expected)
  },
  20_000,
)

test.each([
  ['http://localhost:1', 'could not be reached: bad port.'],
  ['http://127.0.0.1:65535', 'refused the connection.'],
])('an address where nothing listens says so', async (origin, words) => {
  await using bench = createMcpRig({ u: McpServer.parse({ type: 'http', url: `${origin}/mcp` }) })
  await bench.ready()
  const [u] = (await bench.control.list(bench.place)).servers
  expect(u?.problem).toBe(`It did not start: ${origin} ${words}`)
})

test('the next call starts a new session if the server has forgotten the old one', async () => {
  await using bench = createMcpRig({ u: at('forgets') })
  await bench.ready()
  const [connection] = bench.servers.connectionsIn(bench.place)
  expect(textOf(await bench.call('mcp__u__echo'))).toMatch(
    /no longer knows this session \(status 404\)/,
  )
  expect(connection?.state).toBe('idle')
  expect(bench.names()).toEqual(['mcp__u__echo'])
  await bench.ready()
  expect(connection?.state).toBe('running')
})

test('a server that ends a sign-in during a session offers a new one, and starts again after it', async () => {
  await using bench = createMcpRig({ u: at('signs-out') })
  await bench.ready()
  const called = await bench.call('mcp__u__echo')
  expect([called.outcome, textOf(called)]).toEqual([
    'failed',
    expect.stringMatching(
      /^The MCP server u refused the call\. It wants the user to sign in again/,
    ),
  ])
  const viewOfIt = async () => (await bench.control.list(bench.place)).servers[0]
  expect(await viewOfIt()).toMatchObject({ state: 'failed', wantsSignIn: true })
  bench.servers.signedIn(`${addressOf(server)}/signs-out`)
  await bench.ready()
  expect(await viewOfIt()).toMatchObject({ state: 'running', wantsSignIn: false })
})

test('Stop ends a call by HTTP at once', async () => {
  await using bench = createMcpRig({ u: at('hang-in-call') })
  await bench.ready()
  const stop = new AbortController()
  const called = bench.call('mcp__u__echo', {}, { signal: stop.signal })
  headersOf.delete('/hang-in-call')
  await until(() => headersOf.has('/hang-in-call'))
  expect((await tookToStop(stop, called)).own).toBeLessThan(5 * 100)
  expect((await called).outcome).toBe('aborted')
})

test('headers are sent with their variables filled in, and are not shown to people', async () => {
  const environment = { ...process.env, MY_KEY: 'the-key-itself' }
  const secret = at('plain', { headers: { Authorization: 'Bearer ${MY_KEY}' } })
  await using bench = createMcpRig({ u: secret }, { environment })
  await bench.ready()
  expect(headersOf.get('/plain')?.authorization).toBe('Bearer the-key-itself')
  const view = await bench.control.list(bench.place)
  expect(view.servers[0]?.given).toEqual(['Authorization'])
  expect(JSON.stringify(view)).not.toContain('the-key-itself')
})

function withoutKey(text: string): string {
  return text.replaceAll('the-key-itself', '[secret]')
}

test('a key that a server prints in its errors reaches neither people nor models', async () => {
  const key = { headers: { Authorization: 'Bearer the-key-itself' } }
  const own = { start: at('echoes-at-start', key), call: at('echoes-in-call', key) }
  await using bench = createMcpRig(own, { clean: withoutKey })
  await bench.ready()
  const { servers } = await bench.control.list(bench.place)
  const problem = servers.find(({ name }) => name === 'start')?.problem
  const called = textOf(await bench.call('mcp__call__echo'))
  for (const text of [problem, called]) {
    expect(text).toContain('Bearer [secret]')
    expect(text).not.toContain('the-key-itself')
  }
})

test('the official server “everything” answers by streamable HTTP, with progress and Stop', async () => {
  const port = 3_000 + (process.pid % 20_000)
  const file = join(
    import.meta.dirname,
    '../../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
  )
  const child = spawn(process.execPath, [file, 'streamableHttp'], {
    env: { ...process.env, PORT: `${port}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let received = ''
  child.stderr.on('data', (piece: Buffer) => (received += piece.toString()))
  try {
    await until(() => received.includes(`${port}`))
    const official = McpServer.parse({ type: 'http', url: `http://127.0.0.1:${port}/mcp` })
    await using bench = createMcpRig({ e: official })
    await bench.ready()
    expect(textOf(await bench.call('mcp__e__echo', { message: 'hi' }))).toBe('Echo: hi')
    const stop = new AbortController()
    let shown = ''
    const called = bench.call(
      'mcp__e__trigger-long-running-operation',
      { duration: 60, steps: 600 },
      { signal: stop.signal, onOutput: (text) => (shown += text) },
    )
    await until(() => /\d+ of 600/.test(shown))
    stop.abort()
    expect((await called).outcome).toBe('aborted')
    expect(textOf(await bench.call('mcp__e__echo', { message: 'again' }))).toBe('Echo: again')
  } finally {
    child.kill('SIGKILL')
  }
}, 60_000)
