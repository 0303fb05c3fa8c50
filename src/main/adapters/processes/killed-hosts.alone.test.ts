import { expect, test } from 'vitest'
import { percentile } from '../../../../bench/figures.ts'
import { killHostDuring } from './killed-host.fixture.ts'
import {
  aliveWith,
  endAllWith,
  hasProc,
  supervisorOn,
  temporaryFolder,
  uniqueSleep,
  until,
} from './supervisor-fixture.ts'
import { shapes } from './tree/tree-shapes.fixture.ts'

const ROUNDS = 2
type Shape = (typeof shapes)[number]

/** `timed` kills a host that runs this shape, and returns how long it took until nothing of it was alive (ms). */
async function expectPromised(
  timed: (dataFolder: string, shape: Shape, seconds: string) => Promise<number>,
): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const shape of shapes) {
      using data = temporaryFolder()
      const seconds = uniqueSleep()
      try {
        times.push(await timed(data.path, shape, seconds))
      } finally {
        endAllWith(seconds)
      }
    }
  }
  if (process.env['PHOENIX_SHOW_FIGURES'] !== undefined) console.log(times)
  expect(percentile(times, 0.95)).toBeLessThan(1_000)
  expect(percentile(times, 1)).toBeLessThan(5 * 1_000)
}

test.runIf(hasProc)(
  'row 23, without a sandbox: of a killed host nothing is alive after 1 s (p95), whatever it ran',
  () =>
    expectPromised(async (dataFolder, [, , script], seconds) => {
      await killHostDuring(dataFolder, script.replaceAll('S', seconds), { withGuardian: false })
      const killedAt = performance.now()
      await until(() => aliveWith(seconds).length === 0)
      return performance.now() - killedAt
    }),
)

test.runIf(hasProc)(
  'row 23, without a sandbox: of a host killed with its guardian nothing is alive 1 s after the next start (p95)',
  () =>
    expectPromised(async (dataFolder, [name, least, script], seconds) => {
      await killHostDuring(dataFolder, script.replaceAll('S', seconds), { withGuardian: true })
      await until(() => aliveWith(seconds).length >= least)
      const startedAt = performance.now()
      const next = supervisorOn(dataFolder)
      await next.sweepLeftovers()
      expect([name, aliveWith(seconds)]).toEqual([name, []])
      const took = performance.now() - startedAt
      await next.close()
      return took
    }),
)
