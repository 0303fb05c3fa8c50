import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { once } from 'node:events'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freeSocketPath } from './free-socket-path.ts'

let folder: string
let path: string
const servers: Server[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-free-'))
  path = join(folder, 'api.sock')
})
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done))
  rmSync(folder, { recursive: true, force: true })
})

async function listenAt(at: string): Promise<void> {
  const server = createServer()
  servers.push(server)
  server.listen({ path: at })
  await once(server, 'listening')
}

/** Leaves a socket as a killed host does. */
function leaveDeadSocket(at: string): void {
  const code = `require('net').createServer().listen(${JSON.stringify(at)}, () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['-e', code])
  expect(lstatSync(at).isSocket()).toBe(true)
}

test('without a socket nothing changes', async () => {
  expect(await freeSocketPath(path)).toEqual({ ok: true, value: path })
})

test('a dead socket of ours is removed, and nothing else in its folder', async () => {
  leaveDeadSocket(path)
  writeFileSync(join(folder, 'other'), 'kept')
  expect(await freeSocketPath(path)).toEqual({ ok: true, value: path })
  expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined()
  expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('kept')
})

test('a live one is never taken', async () => {
  await listenAt(path)
  const before = lstatSync(path).ino
  expect((await freeSocketPath(path)).ok).toBe(false)
  expect(lstatSync(path).ino).toBe(before)
})

test.each(['file', 'folder', 'link', 'dangling link', 'link to a dead socket'])(
  'a %s stays as it is',
  async (kind) => {
    const target = join(folder, 'target')
    if (kind === 'file') writeFileSync(path, 'mine')
    if (kind === 'folder') mkdirSync(path)
    if (kind === 'link') writeFileSync(target, 'mine')
    if (kind === 'link to a dead socket') leaveDeadSocket(target)
    if (kind.includes('link')) symlinkSync(target, path)
    const before = lstatSync(path).ino
    expect((await freeSocketPath(path)).ok).toBe(false)
    expect(lstatSync(path).ino).toBe(before)
    if (kind === 'link') expect(readFileSync(target, 'utf8')).toBe('mine')
  },
)

test('a folder that others can write in is refused, one with the sticky bit is not', async () => {
  chmodSync(folder, 0o777)
  expect((await freeSocketPath(path)).ok).toBe(false)
  chmodSync(folder, 0o1777)
  expect((await freeSocketPath(path)).ok).toBe(true)
})

test('a missing folder and a path that is too long are reported', async () => {
  expect((await freeSocketPath(join(folder, 'none', 'x.sock'))).ok).toBe(false)
  const long = await freeSocketPath(join(folder, 'x'.repeat(100)))
  expect(long.ok ? '' : long.error).toContain('too long')
})
