import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneOfEvery } from '../../../../shared/testing/by-tier.ts'
import type { Supervisor } from '../supervisor.ts'
import { shapes, timeOutOnce } from './tree-shapes.fixture.ts'
import {
  aliveWith,
  hasProc,
  PATIENT,
  requestOf,
  start,
  supervisorOn,
  temporaryFolder,
  uniqueSleep,
  until,
} from '../supervisor-fixture.ts'

const NEEDED_BY_R6 = new Set<string>(['plain', 'ignores SIGTERM', 'setsid', 'double fork'])

describe.runIf(hasProc)('trees of processes', () => {
  const data = temporaryFolder()
  let supervisor: Supervisor
  beforeAll(() => {
    supervisor = supervisorOn(data.path, PATIENT)
  })
  afterAll(async () => {
    await supervisor.close()
    data[Symbol.dispose]()
  })

  test.for(oneOfEvery(2, shapes))(
    'nothing is left of a tree that times out: %s',
    async ([, least, script]) => {
      await timeOutOnce(supervisor, script, least)
    },
  )

  test.for(shapes.filter(([name]) => NEEDED_BY_R6.has(name)))(
    'nothing is left of a tree when Phoenix quits: %s',
    async ([, least, script]) => {
      using own = temporaryFolder()
      const quitting = supervisorOn(own.path, PATIENT)
      const seconds = uniqueSleep()
      const run = start(quitting, script.replaceAll('S', seconds))
      await run.ready
      await until(() => aliveWith(seconds).length >= least)
      await quitting.close()
      expect(aliveWith(seconds)).toEqual([])
      expect((await run.outcome).type).toBe('aborted')
    },
  )

  const leftovers = [
    ['a background job', 'sleep S & echo done'],
    ['a quiet background job', 'sleep S >/dev/null 2>&1 & echo done'],
    ['a session of its own', 'setsid sleep S >/dev/null 2>&1 & echo done'],
    ['a daemon', "(setsid bash -c 'sleep S & exec sleep S' >/dev/null 2>&1 &); echo done"],
    ['one that ignores SIGTERM', "(trap '' TERM; exec sleep S) >/dev/null 2>&1 & echo done"],
    ['a daemon with an empty environment', '(env -i setsid sleep S >/dev/null 2>&1 &); echo done'],
    ['one with another environment', '(env -i A=b setsid sleep S >/dev/null 2>&1 &); echo done'],
  ] as const
  test.for(oneOfEvery(3, leftovers))(
    'processes left behind by a command are ended before the next one runs: %s',
    async ([, script]) => {
      const seconds = uniqueSleep()
      const first = await supervisor.run(requestOf(script.replaceAll('S', seconds)))
      expect(first).toMatchObject({ type: 'exited', code: 0, printed: { text: 'done\n' } })
      await supervisor.run(requestOf('true'))
      expect(aliveWith(seconds)).toEqual([])
    },
  )
})
