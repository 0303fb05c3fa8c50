import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Spill } from './spill.ts'
import { temporaryFolder } from '../supervisor-fixture.ts'

test.runIf(process.platform !== 'win32')(
  'a disk that hangs is waited for 200 ms, then given up',
  async () => {
    using data = temporaryFolder()
    const path = join(data.path, 'pipe')
    execFileSync('mkfifo', [path])
    const reader = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
    const lags: boolean[] = []
    const spill = new Spill(path, (isLagging) => lags.push(isLagging))
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    for (let pieces = 0; pieces < 6; pieces++) spill.push(Buffer.alloc(1024 ** 2))
    vi.advanceTimersByTime(199)
    expect(lags).toEqual([true])
    vi.advanceTimersByTime(1)
    expect(lags).toEqual([true, false])
    vi.useRealTimers()
    expect(await spill.end(new AbortController().signal)).toBeNull()
    closeSync(reader)
  },
)
