import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readProcess } from '../src/main/adapters/processes/tree/process-table.ts'
import { type Job, runInProcess } from './run-in-process.ts'

const MODULE = join(import.meta.dirname, 'unruly.fixture.ts')

interface Begun {
  readonly pids: readonly number[]
  readonly temp: string
}

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'phoenix-bench-test-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function job(way: string, limitMs: number): Job {
  return { module: MODULE, input: [way, fileOfBegun()], limitMs }
}

function fileOfBegun(): string {
  return join(folder, 'begun.json')
}

function begun(): Begun {
  return JSON.parse(readFileSync(fileOfBegun(), 'utf8')) as Begun
}

function isRunning(pid: number): boolean {
  const row = readProcess(pid)
  return row !== null && !row.isDead
}

function expectNothingLeft(): void {
  const { pids, temp } = begun()
  expect(pids).toHaveLength(2)
  expect(pids.filter(isRunning)).toEqual([])
  expect(temp).not.toBe(tmpdir())
  expect(existsSync(temp)).toBe(false)
}

async function untilBegun(): Promise<void> {
  await expect.poll(() => existsSync(fileOfBegun()) && begun().pids.length).toBe(2)
}

describe.runIf(process.platform === 'linux')('a bench in a process of its own', () => {
  const stop = new AbortController().signal

  test('that never ends is ended at its limit, with everything it started', async () => {
    const outcome = await runInProcess(job('hangs', 3_000), stop)
    expect(outcome).toEqual({ type: 'overdue', limitMs: 3_000 })
    expectNothingLeft()
  })

  test('that fails leaves nothing running', async () => {
    const outcome = await runInProcess(job('fails', 60_000), stop)
    expect(outcome).toEqual({ type: 'failed', reason: 'It went wrong.' })
    expectNothingLeft()
  })

  test('whose process exits early has failed, and everything it started is ended too', async () => {
    const outcome = await runInProcess(job('leaves', 60_000), stop)
    expect(outcome).toEqual({ type: 'failed', reason: 'Its process left without figures.' })
    expectNothingLeft()
  })

  test('that is stopped ends everything running', async () => {
    const stopping = new AbortController()
    const running = runInProcess(job('hangs', 60_000), stopping.signal)
    await untilBegun()
    stopping.abort()
    await expect(running).rejects.toThrow('stopped')
    expectNothingLeft()
  })
})
