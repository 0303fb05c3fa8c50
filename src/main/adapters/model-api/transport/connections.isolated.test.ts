import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, createServer as createHole, type Server as Hole, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ManualTime } from '../../../runtime/fakes/manual-time.ts'
import { Connections, type ConnectionLease } from './connections.ts'

const MINUTE = 60_000

let time: ManualTime
let connections: Connections
let server: Server
let url: string
/** The sockets that the server has open. */
let sockets: Set<Socket>
/** Answers that it has not begun yet. */
let held: ServerResponse[]

// One clock for all tests: the pool keeps a timer from one to the next. Sockets stay real.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterAll(() => {
  vi.useRealTimers()
})
beforeEach(async () => {
  time = new ManualTime()
  connections = new Connections(time)
  held = []
  server = createServer((request, response) => {
    if (request.url === '/held') held.push(response)
    else response.end(portOf(request))
  })
  // It offers a keep-alive of this length.
  server.keepAliveTimeout = 10 * MINUTE
  sockets = openAt(server)
  url = await listening(server)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  connections.close()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

test('a connection serves one request at a time, and the next once it is idle', async () => {
  const [one, other] = await Promise.all([take(), take()])
  const ports = [await portOver(one), await portOver(other)]
  expect(new Set(ports).size).toBe(2)
  expect(ports).toContain(await portOver(await take()))
  expect(sockets.size).toBe(2)
})

test.each<readonly [what: string, target: TakeOptions]>([
  ['another endpoint', { endpoint: 'other' }],
  ['another address of the same', { baseUrl: 'http://127.0.0.1:1' }],
  ['another deadline of the same', { connectMs: 1_000 }],
])('one to %s is of no use', async (_, target) => {
  const port = await portOver(await take())
  const onConnected = vi.fn()
  const lease = await take({ ...target, onConnected })
  expect(onConnected).not.toHaveBeenCalled()
  expect(await portOver(lease)).not.toBe(port)
})

test('R2 a connection that was idle before a sleep is not used after it, whatever else ended meanwhile', async () => {
  const [before, through] = await Promise.all([take(), take()])
  const answer = get(through, '/held')
  const port = await portOver(before)
  await expect.poll(() => held.length).toBe(1)
  time.sleep(60 * MINUTE)
  held[0]?.end()
  await (await answer).text()
  through.release()
  time.sleep(500)
  const [one, other] = await Promise.all([take(), take()])
  expect([await portOver(one), await portOver(other)]).not.toContain(port)
})

test('R2 a connection that was idle before the clock was set back is not used after it', async () => {
  const port = await portOver(await take())
  time.sleep(-60 * MINUTE)
  expect(await portOver(await take())).not.toBe(port)
})

test('it reports when a connection is open, at once if it already was', async () => {
  const onConnected = vi.fn()
  const lease = await take({ onConnected })
  expect(onConnected).not.toHaveBeenCalled()
  await portOver(lease)
  expect(onConnected).toHaveBeenCalledTimes(1)
  await take({ onConnected })
  expect(onConnected).toHaveBeenCalledTimes(2)
})

test('a connection that the server ends while idle is not used again', async () => {
  const port = await portOver(await take())
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => sockets.size).toBe(0)
  expect(await portOver(await take())).not.toBe(port)
})

test('closing ends all connections, idle or in use', async () => {
  const [resting, busy] = await Promise.all([take(), take()])
  const answer = get(busy, '/held')
  await portOver(resting)
  await expect.poll(() => held.length).toBe(1)
  connections.close()
  await expect(answer).rejects.toThrow('fetch failed')
  await expect.poll(() => sockets.size).toBe(0)
})

test('an idle connection ends in time, however long the server would keep it', async () => {
  await portOver(await take())
  await vi.advanceTimersByTimeAsync(12_000)
  await expect.poll(() => sockets.size).toBe(0)
})

test('neither headers nor a body have a deadline of their own', async () => {
  const answer = get(await take(), '/held')
  await expect.poll(() => held.length).toBe(1)
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  held[0]?.write('so ')
  const { body } = await answer
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  held[0]?.end('late')
  expect(await new Response(body).text()).toBe('so late')
})

test.each<readonly [what: string, isProxied: boolean, isProxy: boolean]>([
  ['a server', false, false],
  ['a server behind a proxy', true, false],
  ['a proxy', true, true],
])('one that never stands is no use, and ends when its time is over: %s', async (...row) => {
  const [, isProxied, isProxy] = row
  const hole = createHole((socket) => socket.resume())
  const lines = openAt(hole)
  const silent = await listening(hole, 'https')
  const proxy = openProxy()
  const address = isProxy ? silent : await listening(proxy.server)
  stubProxies(isProxied ? { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: address } : {})
  const give = async (): Promise<void> => {
    const lease = await take({ connectMs: MINUTE })
    const stopped = new AbortController()
    const before = lines.size
    const request = fetch(silent, fetchOptions(lease, stopped.signal))
    await expect.poll(() => lines.size).toBe(before + 1)
    stopped.abort()
    lease.release()
    await expect(request).rejects.toThrow('aborted')
  }
  await give()
  await give()
  await vi.advanceTimersByTimeAsync(MINUTE - 1_000)
  // If one had ended, that would be known by the time another connection has served a request.
  await portOver(await take())
  expect(lines.size).toBe(2)
  await vi.advanceTimersByTimeAsync(3_000)
  await expect.poll(() => lines.size).toBe(0)
  hole.close()
  proxy.close()
})

test.each<readonly [what: string, environment: Environment, isProxied: boolean]>([
  ['asked for', { NODE_USE_ENV_PROXY: '1' }, true],
  ['asked for by a flag', { NODE_OPTIONS: '--no-warnings --use-env-proxy' }, true],
  ['not for this host', { NODE_USE_ENV_PROXY: '1', NO_PROXY: '127.0.0.1' }, false],
  ['not asked for', {}, false],
])('the proxy of the environment: %s', async (_, environment, isProxied) => {
  const proxy = openProxy()
  stubProxies({ HTTP_PROXY: await listening(proxy.server), ...environment })
  const onConnected = vi.fn()
  const port = await portOver(await take({ onConnected }))
  expect(proxy.goals).toEqual(isProxied ? [new URL(url).host] : [])
  expect(onConnected).toHaveBeenCalledTimes(1)
  expect(await portOver(await take())).toBe(port)
  proxy.close()
})

type Environment = Readonly<Record<string, string>>

/** Sets an environment without any other variables about proxies. */
function stubProxies(environment: Environment): void {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']
  for (const name of [...names, ...names.map((each) => each.toLowerCase())])
    vi.stubEnv(name, undefined)
  for (const name of ['NODE_OPTIONS', 'NODE_USE_ENV_PROXY']) vi.stubEnv(name, undefined)
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
}

/** A proxy that lets everything through, and the targets it was asked for. */
function openProxy() {
  const goals: string[] = []
  const proxy = createServer()
  proxy.on('connect', ({ url: destination = '' }: IncomingMessage, socket: Socket) => {
    goals.push(destination)
    const beyond = connect(Number(destination.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(beyond).pipe(socket)
    })
    for (const end of [socket, beyond]) end.on('error', () => undefined)
  })
  const close = (): void => {
    proxy.closeAllConnections()
    proxy.close()
  }
  return { server: proxy, goals, close }
}

interface TakeOptions {
  readonly endpoint?: string
  readonly baseUrl?: string
  readonly connectMs?: number
  readonly onConnected?: () => void
}

function take(target: TakeOptions = {}): Promise<ConnectionLease> {
  const { endpoint = 'endpoint', baseUrl = url, connectMs = MINUTE } = target
  return connections.take({ endpoint, baseUrl, connectMs }, target.onConnected ?? (() => undefined))
}

/** Node's types do not include the pool's. */
function fetchOptions({ dispatcher }: ConnectionLease, signal?: AbortSignal): object {
  return { dispatcher, signal }
}

function get(lease: ConnectionLease, path = '/'): Promise<Response> {
  return fetch(new URL(path, url), fetchOptions(lease))
}

/** Sends one request over the connection and returns the port that it came from. */
async function portOver(lease: ConnectionLease): Promise<string> {
  const port = await (await get(lease)).text()
  lease.release()
  return port
}

function portOf({ socket }: IncomingMessage): string {
  return String(socket.remotePort)
}

function openAt(at: Hole): Set<Socket> {
  const open = new Set<Socket>()
  at.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
  })
  return open
}

async function listening(at: Hole, scheme: 'http' | 'https' = 'http'): Promise<string> {
  at.listen(0, '127.0.0.1')
  await once(at, 'listening')
  const address = at.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  // Node warns about an address in the name that TLS asks for.
  const host = scheme === 'https' ? 'localhost' : '127.0.0.1'
  return `${scheme}://${host}:${port}`
}
