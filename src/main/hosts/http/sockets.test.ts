import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { assert, json, property, uint8Array, oneof } from 'fast-check'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { anyText } from '../../../shared/testing/any-text.ts'
import { byTier } from '../../../shared/testing/by-tier.ts'
import { MAX_FRAME_BYTES, type HostFrame } from '../../../shared/protocol/frames.ts'
import { took } from '../../adapters/processes/took.fixture.ts'
import { holdThread } from '../../adapters/system/held-thread.fixture.ts'
import { onFault } from '../../runtime/guard.ts'
import { closeCodeOf, openSocket, startTestHost, type TestHost } from '../browser/host.fixture.ts'
import { openConnection, response, textOf } from './sockets.fixture.ts'
import { parseFrame } from '../shared/parse-frame.ts'
import { MAX_UNREAD_LENGTH } from '../shared/unread-frames.ts'

let testHost: TestHost

beforeEach(async () => {
  testHost = await startTestHost()
})

afterEach(() => testHost.end())

test('a client whose pong arrived while the thread was held stays connected', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const host = await startTestHost()
  onTestFinished(() => host.end())
  const { socket } = await openConnection(host)
  const held = new Promise<void>((resolve) => {
    // The client has just sent its pong, and the host has no time to read it.
    socket.once('ping', () => {
      setTimeout(() => {
        vi.advanceTimersByTime(20_000)
        resolve()
      }, 1)
      void holdThread(20, () => undefined)
    })
  })
  vi.advanceTimersByTime(20_000)
  await held
  const next = new Promise<string>((resolve) => {
    socket.once('ping', () => resolve('pinged again'))
    socket.once('close', () => resolve('cut'))
  })
  expect(await next).toBe('pinged again')
})

const hundredOf = (value: number): HostFrame[] =>
  Array.from({ length: 100 }, (_, id) => response(id, value))

test('frames arrive and leave in order, separately for each client', async () => {
  const [one, two] = [await openConnection(testHost), await openConnection(testHost)]
  for (const { connection } of [one, two]) {
    connection.onFrame((frame) =>
      connection.send(response(frame.id, testHost.connections.indexOf(connection))),
    )
  }
  const hundredFramesOf = (socket: typeof one.socket): Promise<unknown[]> =>
    new Promise((resolve) => {
      const frames: unknown[] = []
      socket.on('message', (data) => {
        frames.push(JSON.parse(textOf(data)))
        if (frames.length === 100) resolve(frames)
      })
    })
  const both = [hundredFramesOf(one.socket), hundredFramesOf(two.socket)]
  for (let id = 0; id < 100; id += 1) {
    const frame = JSON.stringify({ type: 'request', id, command: 'app.open', input: {} })
    one.socket.send(frame)
    two.socket.send(frame)
  }
  expect(await Promise.all(both)).toEqual([hundredOf(0), hundredOf(1)])
})

test('others get a turn after each frame of a client that sends many at once', async () => {
  const { connection, socket } = await openConnection(testHost)
  let [atOnce, mostAtOnce, received] = [0, 0, 0]
  const others = (): void => {
    atOnce = 0
    if (received < 100) setImmediate(others)
  }
  others()
  const done = new Promise<void>((resolve) => {
    connection.onFrame(() => {
      atOnce += 1
      received += 1
      mostAtOnce = Math.max(mostAtOnce, atOnce)
      if (received === 100) resolve()
    })
  })
  for (let id = 0; id < 100; id += 1)
    socket.send(JSON.stringify({ type: 'request', id, command: 'app.ping', input: {} }))
  await done
  expect(mostAtOnce).toBeLessThanOrEqual(2)
})

test('a client that does not read is closed with 8 MB buffered, and the others continue', async () => {
  const slow = await openConnection(testHost)
  const quick = await openConnection(testHost)
  slow.socket.pause()
  const life = { isOver: false }
  slow.connection.onClose(() => (life.isOver = true))
  const chunk = 'x'.repeat(64 * 1024)
  let sent = 0
  while (!life.isOver) {
    slow.connection.send(response(0, chunk))
    sent += chunk.length
    await new Promise(setImmediate)
  }
  expect(sent).toBeGreaterThan(MAX_UNREAD_LENGTH)
  expect(sent).toBeLessThan(MAX_UNREAD_LENGTH + 32 * 1024 * 1024)
  const received = new Promise((resolve) => quick.socket.once('message', resolve))
  quick.connection.send(response(1, 'still here'))
  expect(String(await received)).toContain('still here')
})

const GARBLED = [
  '',
  'null',
  '[]',
  '{}',
  '{"type":"request"}',
  '{"type":"cancel","id":1,"conversationId":""}',
  '{"type":"request","id":-1,"command":"x","input":{}}',
  '{"type":"request","id":1.5,"command":"x","input":{}}',
  `{"type":"request","id":1,"command":"${'x'.repeat(101)}","input":{}}`,
  '{"type":"event","event":{}}',
  '{"__proto__":{"type":"request"},"id":1}',
  '['.repeat(100_000),
]

test('an unknown frame closes its socket with a code and reaches nobody', async () => {
  let frames = 0
  for (const garbled of GARBLED) {
    const { connection, socket } = await openConnection(testHost)
    connection.onFrame(() => (frames += 1))
    const code = closeCodeOf(socket)
    socket.send(garbled)
    socket.send('{"type":"request","id":1,"command":"app.open","input":{}}')
    expect(await code).toBe(1008)
  }
  expect(frames).toBe(0)
})

test('binary, oversized and ill-encoded frames close their socket with a code', async () => {
  const binary = await openConnection(testHost)
  const large = await openConnection(testHost)
  const codes = [closeCodeOf(binary.socket), closeCodeOf(large.socket)]
  binary.socket.send(randomBytes(10))
  large.socket.send('x'.repeat(MAX_FRAME_BYTES + 1))
  expect(await Promise.all(codes)).toEqual([1003, 1009])
})

test('no random message is mistaken for a frame, and none throws', () => {
  const message = oneof(
    anyText(),
    json(),
    uint8Array().map((bytes) => Buffer.from(bytes).toString('utf8')),
  )
  assert(
    property(message, (text) => parseFrame(text) === null),
    { numRuns: byTier(1_000, 10_000) },
  )
})

test('a listener that throws affects only its own client', async () => {
  const faults: unknown[] = []
  onTestFinished(onFault(({ error }) => void faults.push(error)))
  const broken = await openConnection(testHost)
  const other = await openConnection(testHost)
  broken.connection.onFrame(() => {
    throw new Error('a bug')
  })
  const code = closeCodeOf(broken.socket)
  broken.socket.send('{"type":"request","id":1,"command":"app.open","input":{}}')
  expect(await code).toBe(1011)
  expect(other.socket.readyState).toBe(other.socket.OPEN)
  expect(faults).toHaveLength(1)
})

test('a close is reported once, whichever side closes', async () => {
  const [ours, theirs] = [await openConnection(testHost), await openConnection(testHost)]
  const closed: string[] = []
  ours.connection.onClose(() => closed.push('ours'))
  theirs.connection.onClose(() => closed.push('theirs'))
  const closeCode = closeCodeOf(ours.socket)
  ours.connection.close()
  ours.connection.close()
  expect(await closeCode).toBe(1000)
  theirs.socket.terminate()
  await expect.poll(() => closed).toEqual(['ours', 'theirs'])
  ours.connection.send(response(0, 'nobody'))
})

test('the seventeenth socket is refused', async () => {
  const token = await testHost.newToken()
  const statuses: number[] = []
  for (let n = 0; n < 17; n += 1) statuses.push((await openSocket(testHost, token)).status)
  expect(statuses).toEqual([...Array.from({ length: 16 }, () => 101), 503])
})

test('T27: closing says goodbye, and cuts off clients that do not answer within a second', async () => {
  const polite = await openConnection(testHost)
  const silent = await silentClient()
  const code = closeCodeOf(polite.socket)
  expect((await took(() => testHost.host.close())).own).toBeLessThan(1_000)
  expect(await code).toBe(1001)
  silent.destroy()
})

/** A client that completes the handshake and never answers again. */
async function silentClient(): Promise<ReturnType<typeof connect>> {
  const token = await testHost.newToken()
  const head = [
    'GET /socket HTTP/1.1',
    `Host: ${testHost.authority}`,
    `Origin: ${testHost.host.origin}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Sec-WebSocket-Protocol: phoenix, token.${token}`,
  ]
  const socket = connect(testHost.port, '127.0.0.1')
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  return socket
}
