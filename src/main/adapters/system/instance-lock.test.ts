import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder } from './instance-lock.ts'

let folder: string
const children: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-lock-'))
})

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const CONTENDER = `
  import { lockDataFolder } from ${JSON.stringify(new URL('./instance-lock.ts', import.meta.url).href)}
  const [folder, startAt] = process.argv.slice(1)
  while (Date.now() < Number(startAt)) {}
  const lock = lockDataFolder(folder)
  if (lock.ok) lock.value.announce('http://127.0.0.1:4711')
  console.log(JSON.stringify(lock.ok ? { won: process.pid } : { lost: lock.error }))
  if (lock.ok) setInterval(() => {}, 1000)
`

interface Contender {
  readonly child: ChildProcess
  readonly says: Promise<{ won?: number; lost?: string }>
}

function contend(startAt: number): Contender {
  const child = spawn(
    process.execPath,
    ['--no-warnings', '--input-type=module-typescript', '--eval', CONTENDER, folder, `${startAt}`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  children.push(child)
  const says = once(createInterface({ input: child.stdout }), 'line').then(([line]) =>
    JSON.parse(String(line)),
  )
  return { child, says }
}

/** Name, size, time of change and inode of everything in the folder. */
function traceOf(path: string): readonly string[] {
  return readdirSync(path)
    .toSorted()
    .map((name) => {
      const facts = statSync(join(path, name))
      return `${name} ${facts.size} ${facts.mtimeMs} ${facts.ino}`
    })
}

test('a second start is told who holds the folder, and writes nothing', async () => {
  const first = await contend(0).says
  const before = traceOf(folder)
  const startedAt = performance.now()
  const second = await contend(0).says
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  expect(second.lost).toContain(`process ${first.won} at http://127.0.0.1:4711`)
  expect(traceOf(folder)).toEqual(before)
})

test('of two starts in the same millisecond exactly one wins, 20 times', async () => {
  for (let round = 0; round < 20; round += 1) {
    const startAt = Date.now() + 250
    const contenders = [contend(startAt), contend(startAt)]
    const said = await Promise.all(contenders.map((contender) => contender.says))
    const winners = said.filter((words) => words.won !== undefined)
    const losers = said.filter((words) => words.lost !== undefined)
    expect([winners.length, losers.length]).toEqual([1, 1])
    expect(losers[0]?.lost).toContain(`process ${winners[0]?.won}`)
    await Promise.all(contenders.map((contender) => ended(contender.child)))
  }
})

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

test('a killed holder holds nothing', async () => {
  const first = contend(0)
  await first.says
  await ended(first.child)
  expect((await contend(0).says).won).toBeTypeOf('number')
})

test('a recycled pid in the holder file keeps nobody out', () => {
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

test('a released folder can be taken again, and a second release harms nobody', () => {
  const first = lockDataFolder(folder)
  if (!first.ok) throw new Error(first.error)
  first.value.release()
  const second = lockDataFolder(folder)
  expect(second.ok).toBe(true)
  first.value.release()
  expect(lockDataFolder(folder)).toMatchObject({ ok: false })
  if (second.ok) second.value.release()
})

test('a folder that cannot be locked says so in a sentence', () => {
  expect(lockDataFolder(join(folder, 'missing'))).toEqual({
    ok: false,
    error: expect.stringMatching(/^Phoenix cannot lock its data folder .+ --data\.$/),
  })
})
