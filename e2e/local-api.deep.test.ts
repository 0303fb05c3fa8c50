import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectToPhoenix, type PhoenixClient } from 'phoenix/client'
import { Command } from './support/command.ts'
import {
  type FakeModelServer,
  startFakeModelServer,
} from './fake-model-server/fake-model-server.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { freshFolder, Host } from './support/host.ts'

const EXAMPLE = join(import.meta.dirname, '../docs/examples/ask.ts')
/** A value in the host's environment that its commands must not receive. */
const LEAKED = 'phx_in_the_environment_of_the_host_itself'

let model: FakeModelServer
let dataFolder: string
let socket: string
let host: Host
const environment = (): Record<string, string> => ({
  ANTHROPIC_API_KEY: model.key,
  ANTHROPIC_BASE_URL: model.url,
  PHOENIX_LISTEN: socket,
  PHOENIX_TOKEN: LEAKED,
})

beforeEach(async () => {
  model = await startFakeModelServer()
  dataFolder = freshFolder('data')
  socket = join(freshFolder('tools'), 'api.sock')
  host = await Host.start({ dataFolder, environment: environment() })
})
afterEach(async () => {
  await host.stop()
  await model.close()
})

async function phoenix(...args: readonly string[]): Promise<Command> {
  const command = new Command(args, { dataFolder, environment: environment() })
  await command.left
  return command
}

async function newToken(name: string, scopes: string): Promise<string> {
  const command = await phoenix('token', 'create', name, '--scopes', scopes)
  expect([command.out, command.err]).toEqual([
    expect.stringMatching(/^phx_[\w-]{43}\n$/),
    expect.stringContaining('shown only once'),
  ])
  return command.out.trim()
}

async function client(token: string): Promise<PhoenixClient> {
  const opened = await connectToPhoenix({ socket, token })
  if (!opened.ok) throw new Error(opened.error)
  return opened.value
}

test('the example asks an agent that may only read, and prints its answer', async () => {
  const token = await newToken('example', 'read,write')
  model.enqueue(message([text('Good morning.', 3)]))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [EXAMPLE, socket, freshFolder('work'), 'Hello'],
    { timeout: 30_000, env: { ...process.env, PHOENIX_TOKEN: token } },
  )
  expect(stdout).toBe('Good morning.\n')
  const listed = await phoenix('token', 'list')
  expect(listed.out).toMatch(/^[\w-]{36}\t[\d -:]{16}\t[\d -:]{16}\tread,write\texample\n$/)
  expect(
    listed.out + host.printed + readFileSync(join(dataFolder, 'tokens.json'), 'utf8'),
  ).not.toContain(token)
})

test('a token allows what its scopes say: work without approval rights, and approval with another token', async () => {
  expect(statSync(socket).mode & 0o777).toBe(0o600)
  const worker = await client(await newToken('worker', 'read,write'))
  const boss = await client(await newToken('boss', 'read,approve'))
  const conversationId = crypto.randomUUID()
  const folder = freshFolder('work')
  const refused = await worker.request('conversation.create', {
    conversationId,
    folder,
    permissionMode: 'auto',
  })
  expect(refused.ok ? '' : refused.error.code).toBe('notAllowed')
  const made = await worker.request('conversation.create', { conversationId, folder })
  expect(made.ok).toBe(true)
  const allowed = await boss.request('conversation.configure', {
    conversationId,
    permissionMode: 'ask',
  })
  expect(allowed.ok).toBe(true)

  const asked = new Promise<string>((found) => {
    boss.onEvent((event) => {
      if (event.type === 'conversation.stepped' && event.state.type === 'awaitingApproval') {
        found(event.state.calls[0]?.callId ?? '')
      }
    })
  })
  await boss.request('conversation.open', { conversationId })
  model.enqueue(message([bash('env; touch made')]), message([text('Done.')]))
  const said = {
    messageId: crypto.randomUUID(),
    text: 'Go',
    attachments: [],
    mode: 'policy' as const,
  }
  expect((await worker.request('message.send', { conversationId, ...said })).ok).toBe(true)
  const callId = await asked
  const yes = { conversationId, callIds: [callId], answer: { type: 'once' as const } }
  const own = await worker.request('approval.answer', yes)
  expect(own.ok ? '' : own.error.code).toBe('notAllowed')
  expect(existsSync(join(folder, 'made'))).toBe(false)
  expect((await boss.request('approval.answer', yes)).ok).toBe(true)
  await expect.poll(() => existsSync(join(folder, 'made'))).toBe(true)
  worker.close()
  boss.close()
})

test('a revoked token ends its connections, and no token can create another', async () => {
  const tool = await client(await newToken('tool', 'read,write,approve'))
  const servers = await tool.request('mcp.list', { conversationId: null })
  expect(servers).toMatchObject({ ok: false, error: { code: 'notAllowed' } })
  const hooks = await tool.request('trust.list', { conversationId: null })
  expect(hooks).toMatchObject({ ok: false, error: { code: 'notAllowed' } })
  const made = await tool.request('token.create', { name: 'more', scopes: ['read'] })
  expect(made.ok ? '' : made.error.message).toBe('No token allows this. Do it in Phoenix itself.')
  expect((await phoenix('token', 'revoke', 'tool')).err).toContain('Revoked')
  await tool.closed
  expect((await phoenix('token', 'list')).out).toBe('')
})

test('no command of an agent sees a token, and none in the sandbox sees the file of tokens', async () => {
  const tool = await client(await newToken('tool', 'read,write,approve'))
  const conversationId = crypto.randomUUID()
  await tool.request('conversation.create', {
    conversationId,
    folder: freshFolder('work'),
    permissionMode: 'auto',
  })
  const ended = new Promise<void>((found) => {
    tool.onEvent((event) => {
      if (event.type === 'conversation.stepped' && event.state.type === 'idle') found()
    })
  })
  await tool.request('conversation.open', { conversationId })
  model.enqueue(
    message([bash(`env; cat '${dataFolder}/tokens.json'; echo end`)]),
    message([text('Done.')]),
  )
  const said = {
    messageId: crypto.randomUUID(),
    text: 'Go',
    attachments: [],
    mode: 'policy' as const,
  }
  await tool.request('message.send', { conversationId, ...said })
  await ended
  const seen = JSON.stringify(model.requests.at(-1)?.body['messages'])
  expect(seen).toContain('end')
  expect(seen).not.toContain(LEAKED)
  expect(seen).not.toContain('PHOENIX_LISTEN')
  expect(seen).not.toContain('"hash')
  tool.close()
})

test('a killed host leaves a socket, which the next one takes over; a second host does not take it', async () => {
  await newToken('tool', 'read')
  await host.kill()
  expect(existsSync(socket)).toBe(true)
  host = await Host.start({ dataFolder, environment: environment() })
  const second = Host.start({ dataFolder: freshFolder('data'), environment: environment() })
  await expect(second).rejects.toThrow('Another program listens at')
  expect((await phoenix('token', 'list')).out).toContain('\ttool\n')
})
