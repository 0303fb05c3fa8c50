import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Supervisor } from '../src/main/adapters/processes/supervisor.ts'
import { PLANTINGS, Project } from '../src/main/adapters/sandbox/planting.fixture.ts'
import {
  sandboxedSupervisor,
  Ground,
  hasSandbox,
  printedBy,
  runIn,
} from '../src/main/adapters/sandbox/sandbox.fixture.ts'

const TIMES = 10

describe.runIf(hasSandbox)('programs planted for the git of the person', () => {
  const ground = new Ground()
  const project = new Project(ground)
  let supervisor: Supervisor
  beforeAll(async () => {
    supervisor = sandboxedSupervisor(ground.dataFolder, await ground.find())
  })
  afterAll(async () => {
    await supervisor.close()
    ground[Symbol.dispose]()
  })

  test.for(PLANTINGS.map((each) => [each.name, each] as const))(
    '%s',
    { timeout: 300_000 },
    async ([name, { in: kind, script }]) => {
      let ran = 0
      let printed = ''
      for (let time = 0; time < TIMES; time++) {
        project.lay(kind)
        // A second run plants them again on the leftovers of the first one.
        for (let run = 0; run < 2; run++) {
          const planting = project.command(`${script}\necho planted`)
          printed = printedBy(await runIn(supervisor, ground, planting))
          expect(printed).toContain('planted')
          project.look()
        }
        if (project.hasRun) ran += 1
      }
      console.info(`- ${name}: planted ${2 * TIMES} times, git looked at it, ran ${ran} times`)
      expect(ran, printed).toBe(0)
    },
  )
})
