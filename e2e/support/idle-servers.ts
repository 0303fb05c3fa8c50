import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchClient } from '../../bench/client.ts'
import type { FakeModelServer } from '../fake-model-server/fake-model-server.ts'
import { text } from '../fake-model-server/parts.ts'
import { message } from '../fake-model-server/replies.ts'
import { freshFolder } from './host.ts'

/** An MCP server that has one tool and nothing to do. */
const IDLE_SERVER = `
  const { createInterface } = require('node:readline')
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line)
    if (id === undefined) return
    const info = { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'idle', version: '1' } }
    const tools = [{ name: 'rest', description: 'Does nothing.', inputSchema: { type: 'object' } }]
    const result = method === 'initialize' ? info : method === 'tools/list' ? { tools } : {}
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
`

/** Configures this many of them as a person's own servers. */
export function setUpIdleServers(dataFolder: string, count: number): void {
  const script = join(freshFolder('server'), 'idle.cjs')
  writeFileSync(script, IDLE_SERVER)
  const server = { type: 'stdio', command: process.execPath, args: [script], env: {} }
  const each = Array.from({ length: count }, (_, at) => [`s${at}`, { isOn: true, server }])
  const servers = Object.fromEntries(each) as Record<string, unknown>
  writeFileSync(join(dataFolder, 'mcp-servers.json'), JSON.stringify({ servers }))
}

/**
 * Asks the model in a new conversation until a request has the tools of all servers: a request does not wait for slow
 * ones.
 */
export async function startIdleServers(
  model: FakeModelServer,
  client: BenchClient,
  count: number,
): Promise<void> {
  let tools = 0
  model.respond((body) => {
    tools = JSON.stringify(Object(body)['tools']).split('__rest"').length - 1
    return message([text('Hello.')])
  })
  const conversation = await client.newConversation(freshFolder('work'))
  for (let turn = 0; turn < 5; turn++) {
    const idle = client.untilIdle()
    await client.send(conversation, 'Hello')
    await idle
    if (tools === count) return
  }
  throw new Error('not all servers run: their tools are not in the request')
}
