import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { McpServer } from '../../../shared/mcp-server.ts'
import { until } from '../processes/supervisor-fixture.ts'
import { createMcpRig, type McpRig, textOf } from './mcp-rig.fixture.ts'
import { toolsOf } from './unruly-lists.fixture.ts'

interface Request {
  readonly id?: number
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** Knows a session only until it is used. */
let server: Server

function answer({ id, method, params }: Request, response: ServerResponse): void {
  const say = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
  }
  if (id === undefined) return void response.writeHead(202).end()
  if (method === 'tools/list') return say(200, { result: toolsOf('plain', 1, undefined) })
  if (method !== 'initialize')
    return say(404, { error: { code: -32_001, message: 'no such session' } })
  const protocolVersion = params?.['protocolVersion']
  const serverInfo = { name: 'http', version: '1' }
  say(200, { result: { protocolVersion, capabilities: { tools: {}, resources: {} }, serverInfo } })
}

function take(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'POST') return void response.writeHead(405).end()
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => answer(JSON.parse(Buffer.concat(pieces).toString()) as Request, response))
}

beforeAll(async () => {
  server = createServer(take)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test.each([
  ['a call', (rig: McpRig) => rig.call('mcp__u__echo')],
  ['a resource', (rig: McpRig) => rig.call('mcp_read_resource', { server: 'u', uri: 'a:b' })],
])(
  'a session that %s finds forgotten ends, Settings are told, and another begins',
  async (_, use) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
    const u = McpServer.parse({ type: 'http', url })
    let changes = 0
    await using rig = createMcpRig({ u }, { onChanged: () => (changes += 1) })
    await rig.ready()
    changes = 0
    const [connection] = rig.servers.connectionsIn(rig.place)
    expect(textOf(await use(rig))).toMatch(/no longer knows this session \(status 404\)/)
    expect(connection?.state).toBe('idle')
    await until(() => changes > 0)
    await rig.ready()
    expect(connection?.state).toBe('running')
  },
)
