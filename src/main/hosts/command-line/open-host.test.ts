import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { failed, ok } from '../../../shared/result.ts'
import { enter } from '../../../cli/with-app.ts'
import { hasProc, temporaryFolder } from '../../adapters/processes/supervisor-fixture.ts'
import {
  type InstanceLock,
  lockDataFolder,
  startingHolder,
} from '../../adapters/data-folder/instance-lock.ts'
import { unreadable } from '../../adapters/data-folder/unreadable.fixture.ts'
import { openLocalSocket } from '../shared/local-socket.ts'
import { runModule } from './open-host.fixture.ts'
import { openHost } from './open-host.ts'

/** A host that is starting, and never gets further. */
const STARTING = `
  import { lockDataFolder } from ${JSON.stringify(new URL('../../adapters/data-folder/instance-lock.ts', import.meta.url).href)}
  console.log(lockDataFolder(process.argv[1]).ok)
  setInterval(() => {}, 1000)`

/** A host that has stopped accepting, and whose queue holds two connections. */
const HOST = `require('node:net').createServer((socket) => socket.on('data', () =>
    socket.write('{"type":"response","id":0,"result":{"ok":true,"value":{}}}\\n')))
  .listen({ path: process.argv[1], backlog: 1 }, () => console.log('ready'))`

let place: ReturnType<typeof temporaryFolder>
const sockets: Socket[] = []
const children: ChildProcess[] = []

beforeEach(() => {
  place = temporaryFolder()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  place[Symbol.dispose]()
})

type Options = Parameters<typeof openHost>[0]

function open(answerMs: number, others: Partial<Options> = {}): ReturnType<typeof openHost> {
  return openHost({
    dataFolder: place.path,
    compose: () => Promise.reject(new Error('another host owns this folder')),
    onLingering: () => undefined,
    onWaiting: () => undefined,
    ...others,
    waits: { answerMs, ...others.waits },
  })
}

function lock(): InstanceLock {
  const taken = lockDataFolder(place.path)
  if (!taken.ok) throw new Error(taken.error.sentence)
  return taken.value
}

/** What a command says that it is waiting for. */
function listening(): {
  readonly onWaiting: (what: string) => void
  readonly told: Promise<string>
} {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { onWaiting: resolve, told: promise }
}

/** Returns whether it was admitted, or at least got into the queue. */
async function knock(): Promise<boolean> {
  const socket = connect({ path: join(place.path, 'phoenix.sock') })
  sockets.push(socket)
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
  })
}

test.runIf(hasProc)(
  'where too many wait at the door, a command waits for its turn, and in the end says what is wrong',
  async () => {
    const host = spawn(process.execPath, ['-e', HOST, join(place.path, 'phoenix.sock')])
    children.push(host)
    await once(host.stdout, 'data')
    host.kill('SIGSTOP')
    while (await knock());
    expect(await open(0)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/too many other/),
    })
    const patient = open(60_000)
    host.kill('SIGCONT')
    const opened = await patient
    expect(opened).toMatchObject({ ok: true, value: { type: 'running' } })
    if (opened.ok) await opened.value.close()
  },
)

test('a command that the host does not let in says so, and does not claim to try again', async () => {
  const door = await openLocalSocket(place.path, (connection) =>
    connection.onFrame(() => undefined),
  )
  for (let count = 0; count < 16; count += 1) await knock()
  await expect.poll(() => door?.clients()).toBe(16)
  expect(await enter({ openHost: () => open(0) })).toEqual({
    ok: false,
    error: expect.stringMatching(/^Phoenix closed the connection .* Try again\.$/),
  })
  await door?.close()
})

test('a host of another version, whose answer nobody here understands, is named as such; there is no window to reload', async () => {
  const door = await openLocalSocket(place.path, (connection) =>
    connection.onFrame(({ id }) =>
      connection.send({ type: 'response', id, result: ok({ version: '9.0.0' }) }),
    ),
  )
  expect(await enter({ openHost: () => open(1_000) })).toEqual(
    failed(expect.stringMatching(/that is of another version\. Quit Phoenix and start it again/)),
  )
  await door?.close()
})

test.each([true, false])(
  'a host that accepts and never answers, as one behind Ctrl+Z, is given up with a sentence (named: %s)',
  async (isNamed) => {
    const held = isNamed ? lock() : null
    held?.announce(null)
    const door = await openLocalSocket(place.path, () => undefined)
    const { onWaiting, told } = listening()
    const opened = await open(300, { onWaiting, waits: { silentMs: 0 } })
    expect(await told).toMatch(/^Phoenix is running, but doesn’t answer yet\. Waiting for it; /)
    const who = isNamed ? `process ${process.pid}` : 'another process'
    expect(opened).toEqual(
      failed(
        `Phoenix is running in ${who}, but doesn’t answer. If it was suspended with Ctrl+Z, resume it with fg; otherwise end that process.`,
      ),
    )
    await door?.close()
    held?.release()
  },
)

function answering(connection: Connection<HostFrame, ClientFrame>): void {
  connection.onFrame(({ id }) => connection.send({ type: 'response', id, result: ok({}) }))
}

/** Answers what a command asks first, and nothing after that. */
function answeringOnce(connection: Connection<HostFrame, ClientFrame>): void {
  connection.onFrame(({ id }) => {
    if (id === 0) connection.send({ type: 'response', id, result: ok({}) })
  })
}

test('a host that answers no more in the middle of the work is told, and nothing is ended', async () => {
  const socket = await openLocalSocket(place.path, answeringOnce)
  const { onWaiting, told } = listening()
  const opened = await open(10_000, { onWaiting, waits: { lookMs: 10 } })
  expect(await told).toMatch(/^\nPhoenix, which runs in another process, doesn’t answer any more\./)
  expect(opened).toMatchObject({ ok: true, value: { type: 'running' } })
  expect(socket?.clients()).toBe(1)
  if (opened.ok) await opened.value.close()
  await socket?.close()
})

test('a host that is starting is waited for as long as it takes, and the command says so once', async () => {
  const held = lock()
  const { onWaiting, told } = listening()
  const opening = open(10_000, { onWaiting, waits: { silentMs: 0 } })
  expect(await told).toBe(
    `Phoenix is starting in process ${process.pid}. Waiting for it; Ctrl+C ends the wait.`,
  )
  const socket = await openLocalSocket(place.path, answering)
  held.announce(null)
  const opened = await opening
  expect(opened).toMatchObject({ ok: true, value: { type: 'running' } })
  if (opened.ok) await opened.value.close()
  await socket?.close()
  held.release()
})

test('a host that dies during its start is waited for no longer: the command does the work itself', async () => {
  const host = runModule(STARTING, place.path)
  children.push(host)
  expect(String((await once(host.stdout, 'data'))[0])).toBe('true\n')
  const { onWaiting, told } = listening()
  const opening = open(0, {
    compose: () => Promise.resolve(failed('The work began here.')),
    onWaiting,
    waits: { silentMs: 0 },
  })
  expect(await told).toContain(`process ${host.pid}`)
  host.kill('SIGKILL')
  expect(await opening).toEqual(failed('The work began here.'))
})

test('a start that never ends is given up, and one that is made but does not answer is too', async () => {
  const held = lock()
  expect(await open(60_000, { waits: { wholeMs: 0 } })).toEqual(
    failed(
      `Phoenix is still starting in process ${process.pid}. Try again later, or end that process.`,
    ),
  )
  held.announce(null)
  const { onWaiting, told } = listening()
  const opened = await open(300, { onWaiting, waits: { silentMs: 0 } })
  expect(await told).toMatch(/^Phoenix is running, but doesn’t answer yet\. Waiting for it; /)
  expect(opened).toMatchObject({ ok: false, error: expect.stringMatching(/^Phoenix is already/) })
  held.release()
})

test('a folder that cannot be locked is no host to wait for', async () => {
  const file = join(place.path, 'phoenix.lock.held')
  writeFileSync(file, '')
  using _ = unreadable(file)
  const told: string[] = []
  const onWaiting = (what: string): void => void told.push(what)
  const opened = await open(60_000, { onWaiting, waits: { silentMs: 0 } })
  expect(opened).toMatchObject({ ok: false, error: expect.stringMatching(/^Phoenix cannot lock/) })
  expect(told).toEqual([])
})

test('a command that does the work itself is starting only until others can reach it', async () => {
  let starting: number | null = null
  const compose: Options['compose'] = () => {
    starting = startingHolder(place.path)
    const program = { attach: () => undefined, close: () => Promise.resolve() }
    return Promise.resolve(ok({ ...program, tokens: { admit: () => null } }))
  }
  const opened = await open(0, { compose })
  expect([starting, startingHolder(place.path)]).toEqual([process.pid, null])
  if (opened.ok) await opened.value.end()
})
