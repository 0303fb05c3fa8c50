import { expect, test } from 'vitest'
import { percentile } from '../../../../bench/figures.ts'
import { sandboxedSupervisor, Ground, hasSandbox, OPEN } from '../sandbox/sandbox.fixture.ts'
import type { RunRequest } from './runs/start-run.ts'
import type { Supervisor } from './supervisor.ts'
import { hasProc, supervisorOn, temporaryFolder } from './supervisor-fixture.ts'
import type { Took } from './took.fixture.ts'
import { cancelOnce, shapes } from './tree/tree-shapes.fixture.ts'

const ROUNDS = 20

/** How long each took until none of its processes was alive, without the time that the machine withheld (ms). */
async function cancelAll(
  supervisor: Supervisor,
  options: Partial<RunRequest>,
): Promise<readonly number[]> {
  const times: Took[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const [, least, script] of shapes) {
      times.push(await cancelOnce(supervisor, script, least, options))
    }
  }
  const own = times.map((each) => each.own)
  if (process.env['PHOENIX_SHOW_FIGURES'] !== undefined) {
    const slowest = Math.max(...times.map(({ wall }) => wall))
    console.log(
      [0.5, 0.95, 1].map((share) => percentile(own, share)),
      { slowest },
    )
  }
  return own
}

function expectPromised(times: readonly number[]): void {
  expect(times).toHaveLength(12 * ROUNDS)
  expect(percentile(times, 0.95)).toBeLessThanOrEqual(100)
  expect(percentile(times, 1)).toBeLessThanOrEqual(500)
}

// covers REQ-BED-005.2a REQ-BED-005.2b
test.runIf(hasProc)(
  'row 6: nothing is alive of a cancelled tree after 100 ms (p95), 500 ms at most: 12 shapes, 20 times each',
  async () => {
    using data = temporaryFolder()
    const supervisor = supervisorOn(data.path)
    expectPromised(await cancelAll(supervisor, {}))
    await supervisor.close()
  },
)

test.runIf(hasSandbox)(
  'row 6 in the sandbox, the daemon with an empty environment too: 12 shapes, 20 times each',
  async () => {
    using ground = new Ground()
    const supervisor = sandboxedSupervisor(ground.dataFolder, await ground.find())
    const options = { folder: ground.folder, sandboxPolicy: OPEN }
    expectPromised(await cancelAll(supervisor, options))
    await supervisor.close()
  },
)
