import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { methods, type McpServer } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { type AcpClient, runAcpx, setUpAcp } from './support/acp-client.ts'
import { call, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { freshFolder } from './support/host.ts'
import { processesWith } from './support/processes.ts'
import { expectNone } from './support/unique-sleep.ts'

const EVERYTHING = resolve(
  import.meta.dirname,
  '../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
)
const ECHO = 'mcp__everything__echo'

const acp = setUpAcp()

/** An editor that allows everything. */
function editor(): Promise<AcpClient> {
  return acp().editor({ choose: ({ options }) => options[0]?.optionId ?? null })
}

/** The official server, with an argument that identifies its process. */
function everything(mark: string): McpServer {
  return {
    name: 'everything',
    command: process.execPath,
    args: [EVERYTHING, 'stdio', mark],
    env: [],
  }
}

function toolsSent(request: number): string {
  return JSON.stringify(acp().model.requests[request]?.body['tools'])
}

test('a server named by the client is used in its session only, asks, and ends with the session', async () => {
  const mark = `mark-${crypto.randomUUID()}`
  const client = await editor()
  const { sessionId } = await client.newSession(acp().cwd, [everything(mark)])
  await client.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'ask' })
  acp().model.enqueue(message([call(ECHO, { message: 'a word' })]), message([text('Done.')]))
  expect(await client.prompt(sessionId, 'Go')).toEqual({ stopReason: 'end_turn' })
  expect(client.permissionRequests).toHaveLength(1)
  expect(JSON.stringify(acp().model.requests[1]?.body['messages'])).toContain('Echo: a word')
  expect(processesWith(mark)).not.toEqual([])

  const other = await client.newSession(acp().cwd)
  acp().model.enqueue(message([text('None here.')]))
  await client.prompt(other.sessionId, 'Go')
  expect(toolsSent(2)).not.toContain('mcp__')

  await client.agent.request(methods.agent.session.close, { sessionId })
  await expectNone(mark)
  await client.agent.request(methods.agent.session.resume, { sessionId, cwd: acp().cwd })
  acp().model.enqueue(message([text('Without it.')]))
  await client.prompt(sessionId, 'Again')
  expect(toolsSent(3)).not.toContain('mcp__')
})

test('a loaded session has the servers of its load, and unusable ones are noted', async () => {
  const mark = `mark-${crypto.randomUUID()}`
  const first = await editor()
  const { sessionId } = await first.newSession(acp().cwd)
  acp().model.enqueue(message([text('Hello.')]))
  await first.prompt(sessionId, 'Begin')
  await first.close()

  const second = await editor()
  const sse: McpServer = { type: 'sse', name: 'old', url: 'http://127.0.0.1:9/sse', headers: [] }
  const gone = { name: 'gone', command: '/no/such/program', args: [], env: [] }
  const mcpServers = [sse, gone, everything(mark)]
  await second.agent.request(methods.agent.session.load, { sessionId, cwd: acp().cwd, mcpServers })
  expect(second.err).toContain('"old" is not used: it uses SSE')
  acp().model.enqueue(message([text('I have it.')]))
  expect(await second.prompt(sessionId, 'Go')).toEqual({ stopReason: 'end_turn' })
  expect(toolsSent(1)).toContain(ECHO)
  await second.close()
  await expectNone(mark)
})

test('acpx, an independent client, passes its servers', async () => {
  const config = join(freshFolder('config'), 'servers.json')
  writeFileSync(config, JSON.stringify({ mcpServers: [everything('stdio')] }))
  acp().model.enqueue(message([call(ECHO, { message: 'a word' })]), message([text('It said it.')]))
  const said = await runAcpx(acp(), acp().cwd, '--mcp-config', config)
  expect(JSON.stringify(acp().model.requests[1]?.body['messages'])).toContain('Echo: a word')
  expect(said).toContain('It said it.')
})
