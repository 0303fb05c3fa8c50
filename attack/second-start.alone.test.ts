import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freshFolder, spawnHost } from '../e2e/support/host.ts'

/** Limit for a refused start (row 14); one of 20 may take five times as long (ms). */
const REFUSED_MS = 2_000

/** The outcome of a start. */
interface Start {
  readonly host: ChildProcess
  readonly result:
    | { readonly type: 'serves' }
    | {
        readonly type: 'left'
        readonly code: number | null
        readonly said: string
        /** It gave an address of the host that was there. */
        readonly hasAddress: boolean
        readonly ms: number
      }
}

const running: ChildProcess[] = []
const folders: string[] = []
afterEach(async () => {
  for (const host of running.splice(0)) await stop(host)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function start(dataFolder: string): Promise<Start> {
  const from = performance.now()
  const host = spawnHost(dataFolder)
  running.push(host)
  const said: string[] = []
  let out = ''
  host.stderr?.on('data', (bytes: Buffer) => said.push(bytes.toString()))
  const serves = new Promise<Start['result']>((resolve) => {
    host.stdout?.on('data', (bytes: Buffer) => {
      out += bytes.toString()
      if (out.includes('Phoenix is at http://127.0.0.1:')) resolve({ type: 'serves' })
    })
  })
  const left = once(host, 'close').then(([code]: (number | null)[]): Start['result'] => ({
    type: 'left',
    code: code ?? null,
    said: said.join(''),
    hasAddress: out.includes('Phoenix is running at http://127.0.0.1:'),
    ms: performance.now() - from,
  }))
  return { host, result: await Promise.race([serves, left]) }
}

async function stop(host: ChildProcess): Promise<void> {
  if (host.exitCode !== null || host.signalCode !== null) return
  const left = once(host, 'exit')
  host.kill('SIGTERM')
  // It may have been stopped.
  host.kill('SIGCONT')
  await left
}

/** All files with the digests of their bytes, by path. */
function contentsOf(folder: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )
}

function freshData(): string {
  const folder = freshFolder('second')
  folders.push(folder, `${folder}-cache`)
  return folder
}

test('row 14 and R22: of two hosts that start at the same moment one serves and the other exits, naming it, 20 times', async () => {
  const took: number[] = []
  for (let round = 0; round < 20; round++) {
    const dataFolder = freshData()
    const starts = await Promise.all([start(dataFolder), start(dataFolder)])
    const serving = starts.filter(({ result }) => result.type === 'serves')
    expect([round, serving.length]).toEqual([round, 1])
    for (const { result } of starts) {
      if (result.type !== 'left') continue
      // The first may have its page by then.
      expect(result.code).toBe(result.hasAddress ? 0 : 1)
      expect(result.said).toContain(`process ${serving[0]?.host.pid}`)
      took.push(result.ms)
    }
    for (const { host } of starts) await stop(host)
  }
  expectQuick(took)
}, 300_000)

test('row 14 and R22: a second start on a data folder in use exits at once, names the first, and writes nothing there, 20 times', async () => {
  const dataFolder = freshData()
  const first = await start(dataFolder)
  expect(first.result).toEqual({ type: 'serves' })
  // Files that the first host writes by itself, such as the daily backup, are ignored.
  first.host.kill('SIGSTOP')
  const before = contentsOf(dataFolder)
  const took: number[] = []
  for (let round = 0; round < 20; round++) {
    const { result } = await start(dataFolder)
    if (result.type !== 'left') throw new Error('both serve')
    expect([result.code, result.said]).toEqual([
      1,
      expect.stringContaining(`process ${first.host.pid}`),
    ])
    took.push(result.ms)
  }
  expect(contentsOf(dataFolder)).toEqual(before)
  first.host.kill('SIGCONT')
  expectQuick(took)
}, 300_000)

/** 19 of 20 within the promise, and all within five times that. */
function expectQuick(took: readonly number[]): void {
  expect(took).toHaveLength(20)
  const sorted = took.toSorted((a, b) => a - b)
  expect(sorted[18]).toBeLessThan(REFUSED_MS)
  expect(sorted[19]).toBeLessThan(5 * REFUSED_MS)
}
