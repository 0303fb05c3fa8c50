import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { byTier } from '../../../shared/testing/by-tier.ts'
import {
  type ClientFrame,
  type Connection,
  type HostFrame,
  MAX_FRAME_BYTES,
} from '../../../shared/protocol/frames.ts'
import { dialLocalSocket } from './dial-local-socket.ts'
import { type LocalSocket, openLocalSocket } from './local-socket.ts'

type ClientConnection = Connection<HostFrame, ClientFrame>

let folder: string
let door: LocalSocket | null
let connections: ClientConnection[]
const ended = new WeakSet<ClientConnection>()

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-door-'))
  connections = []
  door = await openLocalSocket(folder, (connection) => {
    connections.push(connection)
    connection.onClose(() => void ended.add(connection))
    connection.onFrame(({ id }) =>
      connection.send({ type: 'response', id, result: { ok: true, value: id } }),
    )
  })
})

afterEach(async () => {
  await door?.close()
  rmSync(folder, { recursive: true, force: true })
})

const path = (): string => join(folder, 'phoenix.sock')

async function knock(): Promise<Socket> {
  const socket = connect({ path: path() }).on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** If the system's queue is full, a connection is refused at once. */
async function flood(): Promise<void> {
  for (let n = 0; n < 1_000; n += 1) {
    const socket = connect({ path: path() }).on('error', () => undefined)
    socket.once('connect', () => socket.end('{"type":"req'))
    await once(socket, 'close')
  }
}

test.runIf(process.platform !== 'win32')(
  'a socket that is gone before it is protected is no door, and nobody waits for it',
  async () => {
    const other = mkdtempSync(join(tmpdir(), 'phoenix-door-'))
    const opening = openLocalSocket(other, () => undefined)
    rmSync(join(other, 'phoenix.sock'))
    expect(await opening).toBeNull()
    rmSync(other, { recursive: true })
  },
)

test('only this account can open it, and frames travel in order in both directions', async () => {
  expect(statSync(path()).mode & 0o777).toBe(0o600)
  const connection = await dialLocalSocket(folder)
  if (connection === null || connection === 'busy') throw new Error('nobody answers')
  const received: HostFrame[] = []
  connection.onFrame((frame) => void received.push(frame))
  for (let id = 0; id < 100; id += 1) {
    const frame: ClientFrame = {
      type: 'request',
      id,
      command: 'app.open',
      input: 'x\ny'.repeat(id * 50),
    }
    connection.send(frame, JSON.stringify(frame))
  }
  await expect.poll(() => received.length).toBe(100)
  expect(received.map((frame) => (frame.type === 'response' ? frame.id : -1))).toEqual([
    ...received.keys(),
  ])
  const closed = new Promise<void>((resolve) => connection.onClose(resolve))
  await door?.close()
  await closed
  expect(await dialLocalSocket(folder)).toBeNull()
})

test.each([
  ['no frame', 'what is this\n'],
  ['a frame that is too long', 'x'.repeat(MAX_FRAME_BYTES + 1)],
])('%s ends the connection, and no other', async (_what, text) => {
  const good = await knock()
  const bad = await knock()
  const closed = once(bad, 'close')
  bad.resume().write(text)
  await closed
  good.write('{"type":"request","id":7,"command":"app.open","input":{}}\n')
  const [answer] = await once(good, 'data')
  expect(String(answer)).toContain('"id":7')
})

test('the number of connections is limited, and one that leaves makes room', async () => {
  const first = await knock()
  for (let count = 1; count < 16; count += 1) await knock()
  await expect.poll(() => connections.length).toBe(16)
  const seventeenth = await knock()
  await once(seventeenth.resume(), 'close')
  expect(connections).toHaveLength(16)
  first.destroy()
  await expect.poll(() => door?.clients()).toBe(15)
  await knock()
  await expect.poll(() => connections.length).toBe(17)
})

test('thousands that come and go at once leave nothing behind, and the next one is answered', async () => {
  await Promise.all(Array.from({ length: byTier(3, 10) }, flood))
  await expect.poll(() => door?.clients()).toBe(0)
  expect(connections.length).toBeGreaterThan(1_000)
  expect(connections.filter((connection) => !ended.has(connection))).toEqual([])
  const good = await knock()
  good.write('{"type":"request","id":7,"command":"app.open","input":{}}\n')
  const [answer] = await once(good, 'data')
  expect(String(answer)).toContain('"id":7')
}, 30_000)

test('a client that does not read is cut off, with its unread frames', async () => {
  const socket = await knock()
  socket.pause()
  await expect.poll(() => connections.length).toBe(1)
  let isClosed = false
  connections[0]?.onClose(() => (isClosed = true))
  const value = 'x'.repeat(512 * 1024)
  for (let sent = 0; sent < 40; sent += 1)
    connections[0]?.send({ type: 'response', id: sent, result: { ok: true, value } })
  await expect.poll(() => isClosed).toBe(true)
})

test('the socket of a dead host is replaced, and a closed one accepts nobody', async () => {
  await door?.close()
  writeFileSync(path(), 'left')
  expect(await dialLocalSocket(folder)).toBeNull()
  door = await openLocalSocket(folder, (connection) => void connections.push(connection))
  const inside = await knock()
  const left = door?.lock()
  expect(await dialLocalSocket(folder)).toBeNull()
  inside.destroy()
  await left
})

test('a data folder whose path is too long for a socket has none, without harm', async () => {
  const long = join(folder, 'x'.repeat(120))
  expect(await openLocalSocket(long, () => undefined)).toBeNull()
  expect(await dialLocalSocket(long)).toBeNull()
})
