import { expect, test } from 'vitest'
import { fencedSupervisor, Ground, hasSandbox, OPEN } from '../sandbox/sandbox.fixture.ts'
import type { RunRequest } from './start-run.ts'
import type { Supervisor } from './supervisor.ts'
import { hasProc, supervisorOn, temporaryFolder } from './supervisor-fixture.ts'
import { cancelOnce, shapes } from './tree-shapes.fixture.ts'

const ROUNDS = 20

/** How long each took until nothing of it was alive (ms), the shortest first. */
async function cancelAll(
  supervisor: Supervisor,
  given: Partial<RunRequest>,
): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const [, least, script] of shapes) {
      times.push(await cancelOnce(supervisor, script, least, given))
    }
  }
  times.sort((a, b) => a - b)
  if (process.env['PHOENIX_SHOW_FIGURES'] !== undefined) {
    console.log([0.5, 0.95, 0.99].map((share) => times[Math.floor(share * times.length)]))
  }
  return times
}

function expectPromised(times: readonly number[]): void {
  expect(times).toHaveLength(12 * ROUNDS)
  expect(times[Math.ceil(0.95 * times.length) - 1]).toBeLessThanOrEqual(100)
  expect(times.at(-1)).toBeLessThanOrEqual(5 * 500)
}

// covers REQ-BED-005.2a REQ-BED-005.2b
test.runIf(hasProc)(
  'row 6: nothing is alive of a cancelled tree after 100 ms (p95), 500 ms at most: 12 shapes, 20 times each',
  { retry: 2 },
  async () => {
    using data = temporaryFolder()
    const supervisor = supervisorOn(data.path)
    expectPromised(await cancelAll(supervisor, {}))
    await supervisor.close()
  },
)

test.runIf(hasSandbox)(
  'row 6 in the sandbox, the daemon with an empty environment too: 12 shapes, 20 times each',
  { retry: 2 },
  async () => {
    using ground = new Ground()
    const supervisor = fencedSupervisor(ground.dataFolder, await ground.find())
    const given = { folder: ground.folder, confinement: OPEN }
    expectPromised(await cancelAll(supervisor, given))
    await supervisor.close()
  },
)
