import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { begin, shapes, stopOnce } from './job-shapes.fixture.ts'
import { bareOrder, HOST } from '../host.fixture.ts'
import { killHost } from '../killed-host.fixture.ts'
import { createSupervisorWith, type Supervisor } from '../supervisor.ts'
import {
  aliveWith,
  asleep,
  CONVERSATION,
  endAllWith,
  Gate,
  hasProc,
  inlineEnder,
  PATIENT,
  supervisorOn,
  stubbornTable,
  temporaryFolder,
  uniqueSleep,
  until,
} from '../supervisor-fixture.ts'

const STARTING = `${HOST}
  await supervisor.jobs.start(requestOf())
  setInterval(() => {}, 1000)
`

describe.runIf(hasProc)('the processes of background jobs', () => {
  const data = temporaryFolder()
  let supervisor: Supervisor
  beforeAll(() => {
    supervisor = supervisorOn(data.path, PATIENT)
  })
  afterAll(async () => {
    await supervisor.close()
    data[Symbol.dispose]()
  })

  test.for(shapes)('nothing is left of a stopped job: %s', async (shape) => {
    await stopOnce(supervisor, shape)
  })

  test.for(shapes)(
    'nothing is left when all jobs of a conversation are ended: %s',
    async ([, sleeps, script]) => {
      const seconds = uniqueSleep()
      const starts = [begin(supervisor, script, seconds), begin(supervisor, script, seconds)]
      await until(() => asleep(seconds).length === 2 * sleeps)
      supervisor.endJobs(CONVERSATION)
      await until(() => aliveWith(seconds).length === 0)
      await Promise.all(starts)
    },
  )

  test.for(shapes)('nothing is left when Phoenix quits: %s', async ([, sleeps, script]) => {
    using own = temporaryFolder()
    const quitting = supervisorOn(own.path, PATIENT)
    const seconds = uniqueSleep()
    for (let each = 0; each < 4; each++) void begin(quitting, script, seconds)
    await until(() => asleep(seconds).length === 4 * sleeps)
    await quitting.close()
    expect(aliveWith(seconds)).toEqual([])
  })

  test('processes that a finished job leaves behind are ended', async () => {
    const seconds = uniqueSleep()
    const gate = new Gate(data.path)
    const start = begin(supervisor, `setsid sleep S & ${gate.wait}`, seconds)
    await until(() => asleep(seconds).length === 1)
    gate.open()
    await until(() => aliveWith(seconds).length === 0)
    await start
  })

  test.for(shapes)('the start after a kill -9 leaves nothing: %s', async ([, sleeps, script]) => {
    using own = temporaryFolder()
    const seconds = uniqueSleep()
    try {
      await killHost({
        code: STARTING,
        order: bareOrder(own.path, script.replaceAll('S', seconds)),
        isUp: () => until(() => asleep(seconds).length === sleeps),
        withGuardian: true,
      })
      const next = supervisorOn(own.path)
      expect(await next.sweepLeftovers()).toBeGreaterThanOrEqual(sleeps)
      expect(aliveWith(seconds)).toEqual([])
      const [lost, ...others] = next.jobsOf(CONVERSATION)
      if (lost === undefined) throw new Error('it is not shown as cut off')
      expect(lost.phase).toEqual({ type: 'lost' })
      expect(others).toEqual([])
      await next.end(lost.workId)
      await until(() => readdirSync(join(own.path, 'runs')).length === 0)
      await next.close()
    } finally {
      endAllWith(seconds)
    }
  })

  test('a job that will not end is an orphan and no longer a job, and ending it can be tried again', async () => {
    using own = temporaryFolder()
    const seconds = uniqueSleep()
    const table = stubbornTable()
    const options = { dataFolder: own.path, clock: Date, environment: process.env }
    const stubborn = createSupervisorWith(inlineEnder(table), options)
    try {
      await begin(stubborn, 'exec sleep S', seconds)
      await stubborn.jobs.stop(CONVERSATION, 1)
      const now = { limitMs: 0, signal: new AbortController().signal }
      const look = await stubborn.jobs.look({ conversationId: CONVERSATION, number: 1 }, now)
      expect(look).toMatchObject({ phase: { type: 'ended', by: 'model', isLeft: true } })
      expect(stubborn.jobsOf(CONVERSATION)).toEqual([])
      const [orphan] = stubborn.orphansOf(CONVERSATION)
      if (orphan === undefined) throw new Error('it is not listed')
      expect(orphan.command).toBe(`sleep ${seconds}`)
      table.yields = true
      await stubborn.end(orphan.workId)
      expect(aliveWith(seconds)).toEqual([])
      expect(stubborn.orphansOf(CONVERSATION)).toEqual([])
    } finally {
      endAllWith(seconds)
      await stubborn.close()
    }
  })
})
