import { once } from 'node:events'
import { symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../adapters/processes/supervisor-fixture.ts'
import { type Took, took } from '../../adapters/processes/took.fixture.ts'
import { startBrowserHost } from './browser-host.ts'
import { EXCHANGE_PATH, SOCKET_PATH } from '../http/check-request.ts'
import { openSocket, postCode, sendRaw, startTestHost, type TestHost } from './host.fixture.ts'
import { readPageFiles } from '../shared/page-files.ts'
import { ESCAPES } from './ways-out.fixture.ts'

let testHost: TestHost

beforeEach(async () => {
  testHost = await startTestHost()
})

afterEach(() => testHost.end())

const get = (path: string): string =>
  [`GET ${path} HTTP/1.1`, `Host: ${testHost.authority}`, 'Connection: close', '', ''].join('\r\n')

test('the only routes without a token are the files of the build and the exchange of the code', async () => {
  const files = readPageFiles(testHost.rendererFolder)
  if (!files.ok) throw new Error(files.error)
  const routes = [...files.value.keys(), EXCHANGE_PATH, SOCKET_PATH].toSorted()
  expect(routes).toEqual([
    '/',
    '/assets/index-1a2b.js',
    '/assets/index-3c4d.css',
    '/session',
    '/socket',
  ])
  for (const path of files.value.keys()) {
    const answer = await sendRaw(testHost.port, get(path))
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.head).toMatch(/require-trusted-types-for 'script'/)
    expect(answer.head).toMatch(/x-content-type-options: nosniff/)
    expect(answer.head).toMatch(/referrer-policy: no-referrer/)
    expect(answer.head).toMatch(/cross-origin-opener-policy: same-origin/)
    expect(answer.head).toMatch(/cross-origin-resource-policy: same-origin/)
  }
  expect((await sendRaw(testHost.port, get('/'))).head).toMatch(/cache-control: no-store/)
})

test('row 29, static server: no spelling of a path leads to any other file', async () => {
  using outside = temporaryFolder()
  writeFileSync(join(outside.path, 'secret.html'), 'secret')
  symlinkSync(join(outside.path, 'secret.html'), join(testHost.rendererFolder, 'linked.html'))
  const started = await startBrowserHost({
    port: 0,
    page: { type: 'built', folder: testHost.rendererFolder },
    accept: () => undefined,
    now: Date.now,
  })
  if (!started.ok) throw new Error(started.error)
  const { host, port } = new URL(started.value.origin)
  expect(ESCAPES.length).toBeGreaterThanOrEqual(80)
  for (const path of ESCAPES) {
    const head = [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', '', '']
    const answer = await sendRaw(Number(port), head.join('\r\n'))
    expect([path, answer.status, answer.body]).toEqual([path, expect.toBeOneOf([400, 404]), ''])
  }
  await started.value.close()
})

test('a code works once, and its token for every later socket, even of another window', async () => {
  const code = testHost.newCode()
  const first = await postCode(testHost.host.origin, code)
  expect(first.headers.get('cache-control')).toBe('no-store')
  const { token } = Object(await first.json())
  expect((await postCode(testHost.host.origin, code)).status).toBe(403)
  const sockets = [await openSocket(testHost, token), await openSocket(testHost, token)]
  expect(sockets.map(({ status }) => status)).toEqual([101, 101])
  expect(testHost.connections).toHaveLength(2)
  for (const { socket } of sockets) socket.terminate()
})

test('a code expires after 60 s', async () => {
  const code = testHost.newCode()
  testHost.later(60_001)
  expect((await postCode(testHost.host.origin, code)).status).toBe(403)
})

test('after ten bad tries in a row each further one waits a second; a good one never does', async () => {
  const timed = (code: string): Promise<Took> => took(() => postCode(testHost.host.origin, code))
  for (let tries = 0; tries < 10; tries += 1) expect((await timed('bad')).own).toBeLessThan(500)
  expect((await timed('bad')).wall).toBeGreaterThan(900)
  expect((await timed(testHost.newCode())).own).toBeLessThan(500)
  expect((await timed('bad')).own).toBeLessThan(500)
})

test('a port in use is reported in a sentence', async () => {
  const second = await startBrowserHost({
    port: testHost.port,
    page: { type: 'built', folder: testHost.rendererFolder },
    accept: () => undefined,
    now: Date.now,
  })
  expect(second).toEqual({ ok: false, error: expect.stringMatching(/^Port \d+ is in use .+\.$/) })
})

test('a missing build of the interface is reported in a sentence', async () => {
  const page = { type: 'built', folder: join(testHost.rendererFolder, 'missing') } as const
  const options = { port: 0, page, accept: () => undefined, now: Date.now }
  expect(await startBrowserHost(options)).toEqual({
    ok: false,
    error: expect.stringMatching(/^The interface is not built: .+ Run npm run build\.$/),
  })
})

test('idle connections neither delay a new window nor disconnect an open one', async () => {
  const { socket: window } = await openSocket(testHost, await testHost.newToken())
  const head = `GET / HTTP/1.1\r\nHost: ${testHost.authority}\r\n`
  const slow = Array.from({ length: 300 }, () => connect(testHost.port, '127.0.0.1'))
  for (const socket of slow) socket.on('error', () => undefined)
  await Promise.all(slow.map((socket) => once(socket, 'connect')))
  for (const socket of slow) socket.write(head)
  const startedAt = performance.now()
  expect((await sendRaw(testHost.port, get('/'))).status).toBe(200)
  const { status } = await openSocket(testHost, await testHost.newToken())
  expect(status).toBe(101)
  expect(performance.now() - startedAt).toBeLessThan(4_000)
  expect(window.readyState).toBe(window.OPEN)
  for (const socket of slow) socket.destroy()
})
