import { expect, test } from 'vitest'
import { shapes, stopOnce } from './job-shapes.fixture.ts'
import { hasProc, supervisorOn, temporaryFolder } from '../supervisor-fixture.ts'

test.runIf(hasProc)('of 20 stopped jobs, each within 500 ms, nothing is left', async () => {
  using data = temporaryFolder()
  const supervisor = supervisorOn(data.path)
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    for (const shape of shapes) times.push(await stopOnce(supervisor, shape))
  }
  if (process.env['PHOENIX_SHOW_FIGURES'] !== undefined) console.log(times.map(Math.round))
  expect(Math.max(...times)).toBeLessThan(500)
  await supervisor.close()
})
