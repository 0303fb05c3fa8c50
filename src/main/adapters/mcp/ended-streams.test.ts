import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { McpServer } from '../../../shared/mcp-server.ts'
import { createMcpRig } from './mcp-rig.fixture.ts'

const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'http', version: '1' },
  },
  'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
}

test.each([
  ['ends', ': working\n\n', 'end'],
  ['is cut', ': working\n\n', 'destroy'],
  ['is lost, and cannot be resumed', 'id: 1\nretry: 10\ndata:\n\n', 'end'],
] as const)('a call whose stream %s before its answer fails at once', async (_fate, said, how) => {
  const server = createServer((request, response) => void answer(request, response))
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { id, method } = JSON.parse(await text(request)) as { id?: number; method: string }
    if (id === undefined) return void response.writeHead(202).end()
    if (method === 'tools/call') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return void response.write(said, () => response[how]())
    }
    const result = RESULTS[method]
    const error = { code: -32_601, message: 'no' }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    await using bench = createMcpRig({ web: McpServer.parse({ url, timeout: 15_000 }) })
    await bench.ready()
    const { content, outcome } = await bench.call('mcp__web__echo')
    expect(outcome).toBe('failed')
    expect(JSON.stringify(content)).toContain('no whole answer before the connection ended')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
