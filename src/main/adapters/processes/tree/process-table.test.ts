import { spawn } from 'node:child_process'
import { describe, expect, test, vi } from 'vitest'
import {
  parseStat,
  procTable,
  readBootId,
  readProcess,
  signalGroup,
  signalProcess,
} from './process-table.ts'
import { markOf } from './run-token.ts'
import { aliveWith, endAllWith, hasProc, uniqueSleep, until } from '../supervisor-fixture.ts'

const STAT =
  '42 (a) b (c d) S 7 40 39 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 98765 8 9 10 11 12 13 14 15'

test('a stat line is parsed from its last bracket: names may contain blanks and brackets', () => {
  const row = {
    pid: 42,
    parent: 7,
    group: 40,
    session: 39,
    isDead: false,
    startTime: 98765,
    mark: null,
  }
  expect(parseStat(42, STAT)).toEqual(row)
})

function withLimit(limit: number | bigint): string {
  return STAT.replace('98765 8 9 10', `98765 8 9 ${limit}`)
}

test('a limit on resident memory serves as a mark where there could be no limit', () => {
  const mark = markOf('0123456789abcdef0123456789abcdef')
  expect(parseStat(42, withLimit(BigInt(mark) * 1024n))?.mark).toBe(mark)
  for (const limit of [0, 2 ** 40, 2n ** 64n - 1n])
    expect(parseStat(42, withLimit(limit))?.mark).toBeNull()
})

test('a zombie is dead, and half a line is nothing', () => {
  expect(parseStat(42, STAT.replace(') S', ') Z'))?.isDead).toBe(true)
  expect(parseStat(42, STAT.slice(0, 40))).toBeNull()
  expect(parseStat(42, '')).toBeNull()
})

describe.runIf(hasProc)('the table of this machine', () => {
  test('shows this process, its command and its boot', () => {
    expect(procTable.rows().map((row) => row.pid)).toContain(process.pid)
    expect(procTable.commandOf(process.pid)).toContain('node')
    expect(readBootId()).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('does not contain a process that does not exist', () => {
    expect(readProcess(2 ** 30)).toBeNull()
    expect(procTable.commandOf(2 ** 30)).toBe('')
    expect(procTable.environmentHolds(2 ** 30, 'PATH')).toBe(false)
  })

  test('finds a variable anywhere in an environment, however large', async () => {
    const seconds = uniqueSleep()
    const filler = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`FILLER_${index}`, 'x'.repeat(9_999 + index)]),
    )
    try {
      for (const environment of [
        { WANTED: 'here', ...filler },
        { ...filler, WANTED: 'here' },
      ]) {
        spawn('/bin/sleep', [seconds], { env: environment, stdio: 'ignore' }).unref()
      }
      await until(() => aliveWith(seconds).length === 2)
      for (const pid of aliveWith(seconds)) {
        expect(procTable.environmentHolds(pid, 'WANTED=here')).toBe(true)
        expect(procTable.environmentHolds(pid, 'FILLER_29=xxx')).toBe(true)
        expect(procTable.environmentHolds(pid, 'WANTED=there')).toBe(false)
      }
    } finally {
      endAllWith(seconds)
    }
  })

  test('signals a pid only together with its start time', async () => {
    const seconds = uniqueSleep()
    try {
      const child = spawn('sleep', [seconds], { stdio: 'ignore' })
      await until(() => aliveWith(seconds).length === 1)
      const row = readProcess(child.pid ?? 0)
      if (row === null) throw new Error('sleep did not start')
      const exit = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
      // The wrong one is sent first: if it were delivered, it would end the process.
      signalProcess({ ...row, startTime: row.startTime + 1 }, 'SIGKILL')
      signalProcess(row, 'SIGTERM')
      expect(await exit).toBe('SIGTERM')
    } finally {
      endAllWith(seconds)
    }
  })
})

test('never signals pid 0, every process, init or Phoenix itself', () => {
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => true)
  for (const pid of [0, 1, -1, -7, process.pid, Number.NaN, 1.5]) {
    signalGroup(pid, 'SIGKILL')
    const row = readProcess(process.pid)
    if (row !== null) signalProcess({ ...row, pid }, 'SIGKILL')
  }
  expect(kill).not.toHaveBeenCalled()
  kill.mockRestore()
})
