import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { contend, endOf } from './contender.fixture.ts'
import { hasMoved, lockDataFolder, startingHolder } from './instance-lock.ts'
import { unreadable } from './unreadable.fixture.ts'

let folder: string
const begun: ReturnType<typeof contend>[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-lock-'))
})

afterEach(async () => {
  await Promise.all(begun.splice(0).map(endOf))
  rmSync(folder, { recursive: true, force: true })
})

function begin(): ReturnType<typeof contend> {
  const contender = contend(folder, 0)
  begun.push(contender)
  return contender
}

/** Name, size, modification time and inode of everything in the folder. */
function traceOf(path: string): readonly string[] {
  return readdirSync(path)
    .toSorted()
    .map((name) => {
      const facts = statSync(join(path, name))
      return `${name} ${facts.size} ${facts.mtimeMs} ${facts.ino}`
    })
}

test('a second start learns who holds the folder, and writes nothing', async () => {
  const first = await begin().says
  const before = traceOf(folder)
  const second = await begin().says
  expect(second.lost).toContain(`process ${first.won} at http://127.0.0.1:4711`)
  expect(traceOf(folder)).toEqual(before)
})

test('the holder knows when its folder was moved away, and when another one is in its place', () => {
  const moved = `${folder}-moved`
  onTestFinished(() => rmSync(moved, { recursive: true, force: true }))
  expect(hasMoved(folder)).toBe(false)
  const lock = lockDataFolder(folder)
  expect(hasMoved(folder)).toBe(false)
  renameSync(folder, moved)
  expect(hasMoved(folder)).toBe(true)
  cpSync(moved, folder, { recursive: true })
  expect(hasMoved(folder)).toBe(true)
  if (lock.ok) lock.value.release()
  expect(readdirSync(folder)).toContain('phoenix.lock')
  expect(hasMoved(folder)).toBe(false)
})

test('a killed holder releases the folder', async () => {
  const first = begin()
  await first.says
  await endOf(first)
  expect((await begin().says).won).toBeTypeOf('number')
})

test('a recycled pid in the holder file does not block a start', () => {
  const recycled = { pid: process.pid, startTime: '1', bootId: 'another boot', address: null }
  writeFileSync(join(folder, 'phoenix.lock'), JSON.stringify(recycled))
  const lock = lockDataFolder(folder)
  expect(lock.ok).toBe(true)
  expect(JSON.parse(readFileSync(join(folder, 'phoenix.lock'), 'utf8'))).toMatchObject({
    pid: process.pid,
    address: null,
  })
  if (lock.ok) lock.value.release()
})

test('a released folder can be taken again, and a second release does no harm', () => {
  const first = lockDataFolder(folder)
  if (!first.ok) throw new Error(first.error.sentence)
  first.value.release()
  const second = lockDataFolder(folder)
  expect(second.ok).toBe(true)
  first.value.release()
  expect(lockDataFolder(folder)).toMatchObject({ ok: false })
  if (second.ok) second.value.release()
})

test('the holder is starting until it has made its start', () => {
  expect(startingHolder(folder)).toBeNull()
  const lock = lockDataFolder(folder)
  if (!lock.ok) throw new Error(lock.error.sentence)
  expect(startingHolder(folder)).toBe(process.pid)
  lock.value.announce(null)
  expect(startingHolder(folder)).toBeNull()
  lock.value.release()
})

test('a folder that cannot be locked says so in a sentence', () => {
  expect(lockDataFolder(join(folder, 'missing'))).toEqual({
    ok: false,
    error: {
      type: 'refused',
      sentence: expect.stringMatching(/^Phoenix cannot lock its data folder .+ --data\.$/),
    },
  })
  const file = join(folder, 'phoenix.lock.held')
  writeFileSync(file, '')
  using _ = unreadable(file)
  expect(lockDataFolder(folder)).toEqual({
    ok: false,
    error: {
      type: 'refused',
      sentence: `Phoenix cannot lock its data folder ${folder}: ${file} can’t be read and written: its links form a loop. Check that it is on a disk of this machine and writable, or name another with --data.`,
    },
  })
})
