import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NEVER } from '../../system/within.ts'
import { temporaryFolder } from '../supervisor-fixture.ts'
import { DRAIN_MS, followRun } from './command-run.ts'

test('what a command printed is whole, although the thread was held past the time for draining', async () => {
  using folder = temporaryFolder()
  const printed = join(folder.path, 'printed')
  const child = spawn('sh', ['-c', `printf whole; : > "$0"`, printed], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const outcome = followRun({
    child: Object.assign(child, { pid: child.pid ?? 0, startTime: 0, gate: null }),
    exit: Promise.resolve({ code: 0, signal: null }),
    released: Promise.resolve(),
    limitMs: 10_000,
    signal: NEVER,
    endTree: () => Promise.resolve(),
    onOutput: () => undefined,
    onWhole: () => undefined,
    beginSpill: () => null,
  })
  // When it waits for the rest of the output, and just before the loop looks at its timers.
  setImmediate(() => {
    const until = performance.now() + 2 * DRAIN_MS
    while (performance.now() < until || !existsSync(printed));
  })
  expect(await outcome).toMatchObject({ type: 'exited', printed: { text: 'whole' } })
})
