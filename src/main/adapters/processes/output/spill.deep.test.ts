import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Spill } from './spill.ts'
import { temporaryFolder, until } from '../supervisor-fixture.ts'

test.runIf(process.platform !== 'win32')(
  'a disk that hangs is waited for 200 ms, then given up',
  async () => {
    using data = temporaryFolder()
    const path = join(data.path, 'pipe')
    execFileSync('mkfifo', [path])
    const reader = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
    const lags: { isLagging: boolean; at: number }[] = []
    const spill = new Spill(path, (isLagging) => lags.push({ isLagging, at: performance.now() }))
    for (let pieces = 0; pieces < 6; pieces++) spill.push(Buffer.alloc(1024 ** 2))
    await until(() => lags.length === 2)
    const [began, ended] = lags
    expect([began?.isLagging, ended?.isLagging]).toEqual([true, false])
    expect((ended?.at ?? Number.NaN) - (began?.at ?? 0)).toBeLessThan(2_000)
    expect(await spill.end(new AbortController().signal)).toBeNull()
    closeSync(reader)
  },
)
