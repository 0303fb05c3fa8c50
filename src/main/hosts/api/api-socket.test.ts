import { existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectToPhoenix, type PhoenixClient } from '../../../api/client.ts'
import type { Scope } from '../../../shared/access/access.ts'
import type { TokenView } from '../../../shared/access/token-commands.ts'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { openTokens } from '../../adapters/tokens/tokens.ts'
import { type ApiSocket, openApiSocket } from './api-socket.ts'

let folder: string
let api: ApiSocket
let tokens: ReturnType<typeof openTokens>
let connections: Connection<HostFrame, ClientFrame>[]
let commands: string[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-api-'))
  tokens = openTokens(folder, () => Date.now())
  connections = []
  commands = []
  const opened = await openApiSocket({
    path: join(folder, 'api.sock'),
    tokens,
    accept: (connection) => {
      connections.push(connection)
      connection.onFrame((frame) => {
        if (frame.type === 'request') commands.push(frame.command)
        connection.send({ type: 'response', id: frame.id, result: { ok: true, value: {} } })
      })
    },
  })
  if (!opened.ok) throw new Error(opened.error)
  api = opened.value
})
afterEach(async () => {
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

function listed(): readonly TokenView[] {
  const read = tokens.list()
  if (!read.ok) throw new Error(read.error)
  return read.value
}

function newToken(...scopes: Scope[]): { readonly id: string; readonly token: string } {
  const made = tokens.create(`a tool ${listed().length}`, scopes)
  if (!made.ok) throw new Error(made.error)
  return { id: made.value.view.id, token: made.value.token }
}

async function client(token: string): Promise<PhoenixClient> {
  const opened = await connectToPhoenix({ socket: api.path, token })
  if (!opened.ok) throw new Error(opened.error)
  return opened.value
}

async function raw(text: string): Promise<string> {
  const socket = connect({ path: api.path })
  socket.on('error', () => undefined)
  let received = ''
  socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1')))
  socket.write(text)
  await once(socket, 'close')
  return received
}

const upgrade = (protocols: string, path = '/socket'): string =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: evil.example',
    'Origin: https://evil.example',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    `Sec-WebSocket-Protocol: ${protocols}`,
    '\r\n',
  ].join('\r\n')

test('a socket that is gone before it is protected is refused, and nobody waits for it', async () => {
  const path = join(folder, 'gone.sock')
  const opening = openApiSocket({ path, tokens, accept: () => undefined })
  for (let turns = 0; turns < 100 && !existsSync(path); turns += 1) await Promise.resolve()
  rmSync(path)
  expect(await opening).toMatchObject({ error: expect.stringContaining('cannot protect') })
})

test('only this account can open the socket, from its first moment', () => {
  expect(lstatSync(api.path).mode & 0o777).toBe(0o600)
})

test('a client does what its token allows, and hears why where it does not', async () => {
  const tool = await client(newToken('read').token)
  expect((await tool.request('rules.list', {})).ok).toBe(false)
  expect(commands).toEqual(['rules.list'])
  const refused = await tool.request('turn.continue', {
    conversationId: '0f5a0c7e-6f0e-4a63-9f0e-2f3f6a1b7c55' as never,
  })
  expect(refused.ok ? '' : refused.error.code).toBe('notAllowed')
  expect(commands).toEqual(['rules.list'])
  tool.close()
  await tool.closed
})

test('a token that was read from a file may end with a line break', async () => {
  const opened = await connectToPhoenix({ socket: api.path, token: `${newToken('read').token}\n` })
  expect(opened.ok ? '' : opened.error).toBe('')
})

test('a revoked token closes its connections at once, and no others', async () => {
  const [one, other] = [newToken('read'), newToken('read')]
  const [leaving, staying] = [await client(one.token), await client(other.token)]
  expect(listed().map(({ connections }) => connections)).toEqual([1, 1])
  tokens.revoke(one.id)
  const late = leaving.request('rules.list', {})
  await leaving.closed
  const answer = await late
  expect(answer.ok ? '' : answer.error.code).toBe('disconnected')
  expect(commands).toEqual([])
  await staying.request('rules.list', {})
  expect(commands).toEqual(['rules.list'])
  const again = await connectToPhoenix({ socket: api.path, token: one.token })
  expect(again.ok ? '' : again.error).toContain('does not know this token')
})

test('an ended connection no longer counts', async () => {
  const tool = await client(newToken('read').token)
  tool.close()
  await tool.closed
  await expect.poll(() => listed()[0]?.connections).toBe(0)
})

test.each([
  ['no token', upgrade('phoenix'), 401],
  ['a wrong one', upgrade('phoenix, token.phx_AAAA'), 401],
  ['another path', upgrade('phoenix, token.phx_AAAA', '/'), 404],
  ['a page', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 404],
  ['a code to exchange', 'POST /session HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}', 404],
  ['no request', 'hello\r\n\r\n', 400],
])('%s is refused', async (_what, text, status) => {
  newToken('read')
  expect(await raw(text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(connections).toEqual([])
})

test('an aborted upgrade leaves no one counted', async () => {
  const { token } = newToken('read')
  const bad = upgrade(`phoenix, token.${token}`).replace('Version: 13', 'Version: 1')
  expect(await raw(bad)).toMatch(/^HTTP\/1.1 4/)
  await expect.poll(() => listed()[0]?.connections).toBe(0)
})

test('a second host does not take over a live socket; a closed one leaves nothing', async () => {
  const options = { path: api.path, tokens, accept: () => undefined }
  expect((await openApiSocket(options)).ok).toBe(false)
  expect((await connectToPhoenix({ socket: api.path, token: newToken('read').token })).ok).toBe(
    true,
  )
  await api.close()
  expect(lstatSync(api.path, { throwIfNoEntry: false })).toBeUndefined()
  const none = await connectToPhoenix({ socket: api.path, token: 'x' })
  expect(none.ok ? '' : none.error).toBe('Phoenix is not running there.')
})
