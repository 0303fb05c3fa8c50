import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openApp } from '../../../cli/conversations.ts'
import { hasProc, temporaryFolder } from '../../adapters/processes/supervisor-fixture.ts'
import { openLocalSocket } from '../shared/local-socket.ts'
import { openHost } from './open-host.ts'

/** A host that has stopped accepting, and whose queue holds two connections. */
const HOST = `require('node:net').createServer((socket) => socket.resume())
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

function open(patienceMs: number): ReturnType<typeof openHost> {
  return openHost({
    dataFolder: place.path,
    compose: () => Promise.reject(new Error('another host owns this folder')),
    onLingering: () => undefined,
    patienceMs,
  })
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
  const opened = await open(0)
  if (!opened.ok) throw new Error(opened.error)
  expect(await openApp(opened.value)).toEqual({
    ok: false,
    error: expect.stringMatching(/^Phoenix closed the connection .* Try again\.$/),
  })
  await opened.value.close()
  await door?.close()
})
