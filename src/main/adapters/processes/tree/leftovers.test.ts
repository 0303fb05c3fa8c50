import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConversationId, WorkId } from '../../../../shared/ids.ts'
import { oneOfEvery } from '../../../../shared/testing/by-tier.ts'
import { killHostDuring } from '../killed-host.fixture.ts'
import type { Supervisor } from '../supervisor.ts'
import { readProcess } from './process-table.ts'
import {
  aliveWith,
  asleep,
  endAllWith,
  hasProc,
  requestOf,
  supervisorOn,
  temporaryFolder,
  uniqueSleep,
  until,
} from '../supervisor-fixture.ts'
import { RUN_TOKEN, writeRecord, recordsIn, jobsAtStart } from './leftovers.fixture.ts'

/** An unrelated process, or with the run token one of an earlier run. */
async function startSleep(
  seconds: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ pid: number; startTime: number }> {
  const child = spawn('sleep', [seconds], { detached: true, stdio: 'ignore', env: environment })
  child.unref()
  await until(() => aliveWith(seconds).length === 1)
  const row = child.pid === undefined ? null : readProcess(child.pid)
  if (row === null) throw new Error('sleep did not start')
  return row
}

describe.runIf(hasProc)('what a killed app left behind', () => {
  const scripts = [
    ['plain', 1, 'echo ready; sleep S'],
    ['ignores SIGTERM', 1, "trap '' TERM HUP PIPE; echo ready; sleep S; sleep S"],
    ['setsid', 2, 'setsid sleep S & echo ready; sleep S'],
    ['double fork', 3, "(setsid bash -c 'sleep S & sleep S' &); echo ready; sleep S"],
    ['empty environment', 2, 'env -i setsid sleep S & echo ready; sleep S'],
    ['empty environment, double fork', 2, '(env -i setsid sleep S &); echo ready; sleep S'],
  ] as const

  test.for(oneOfEvery(3, scripts))('is ended by the next start: %s', async ([, sleeps, script]) => {
    using data = temporaryFolder()
    const seconds = uniqueSleep()
    try {
      await killHostDuring(data.path, script.replaceAll('S', seconds), { withGuardian: true })
      await until(() => asleep(seconds).length === sleeps)
      const next = supervisorOn(data.path)
      expect(await next.sweepLeftovers()).toBeGreaterThanOrEqual(sleeps)
      expect(aliveWith(seconds)).toEqual([])
      await until(() => recordsIn(data.path) === 0)
      expect(await next.sweepLeftovers()).toBe(0)
      await next.close()
    } finally {
      endAllWith(seconds)
    }
  })

  test.for([
    ['if the app died before it knew the pid', {}],
    ['whatever another Phoenix noted of the job', { job: { number: 1 } }],
  ] as const)('is found by its run token %s', async ([, fields]) => {
    using data = temporaryFolder()
    const seconds = uniqueSleep()
    await startSleep(seconds, { ...process.env, PHOENIX_RUN: RUN_TOKEN })
    writeRecord(data.path, { process: null, ...fields })
    const next = supervisorOn(data.path)
    expect(await next.sweepLeftovers()).toBe(1)
    expect(aliveWith(seconds)).toEqual([])
    await next.close()
  })

  test.for([
    ['another start time', { startTime: -1 }, {}],
    ['another boot', {}, { bootId: 'another' }],
  ] as const)('is never a stranger that has its pid: %s', async ([, shift, fields]) => {
    using data = temporaryFolder()
    const seconds = uniqueSleep()
    try {
      const { pid, startTime } = await startSleep(seconds, process.env)
      const shifted = 'startTime' in shift ? startTime + shift.startTime : startTime
      writeRecord(data.path, { process: { pid, startTime: shifted }, ...fields })
      const next = supervisorOn(data.path)
      expect(await next.sweepLeftovers()).toBe(0)
      expect(aliveWith(seconds)).toEqual([pid])
      expect(readProcess(pid)?.isDead).toBe(false)
      await next.close()
    } finally {
      endAllWith(seconds)
    }
  })

  test('is not looked for in a file that is no record, which is deleted', async () => {
    using data = temporaryFolder()
    writeRecord(data.path, { cookie: '' })
    const next = supervisorOn(data.path)
    expect(await next.sweepLeftovers()).toBe(0)
    expect(existsSync(join(data.path, 'runs', 'w.json'))).toBe(false)
    await next.close()
  })

  test('is nothing if there is no data folder yet', async () => {
    const next = supervisorOn('/no/such/folder')
    expect(await next.sweepLeftovers()).toBe(0)
    await next.close()
  })

  test('its background jobs are shown as cut off until a person removes them, and their numbers are not used again', async () => {
    using data = temporaryFolder()
    const killed = supervisorOn(data.path)
    const next = supervisorOn(data.path)
    const seconds = uniqueSleep()
    const request = requestOf(`sleep ${seconds}`)
    const { callId, conversationId, workId } = request
    try {
      await killed.jobs.start(request)
      await next.sweepLeftovers()
      const named = { callId, number: 1, workId, command: `sleep ${seconds}` }
      expect(next.jobsOf(conversationId)).toMatchObject([{ ...named, phase: { type: 'lost' } }])
      await next.end(workId)
      expect(next.jobsOf(conversationId)).toEqual([])
      const start = await next.jobs.start(requestOf('sleep 0.01; exit 3', { conversationId }))
      expect(start).toMatchObject({ type: 'started', job: { number: 2 } })
    } finally {
      await killed.close()
      await next.close()
    }
  })

  test.for([
    ['by this start', {}],
    ['by a restart of the machine', { bootId: 'another' }],
  ] as const)(
    'a job that was ended %s is shown at every start until a person removes it',
    async ([, fields]) => {
      using data = temporaryFolder()
      const conversationId = ConversationId.parse('c')
      const workId = WorkId.parse('w')
      writeRecord(data.path, { job: { callId: 'k', number: 3 }, ...fields })
      const lost = [{ workId, number: 3, phase: { type: 'lost' } }]
      expect(await jobsAtStart(data.path, conversationId)).toMatchObject(lost)
      expect(await jobsAtStart(data.path, conversationId)).toMatchObject(lost)
      const remove = (started: Supervisor): Promise<void> => started.end(workId)
      expect(await jobsAtStart(data.path, conversationId, remove)).toMatchObject(lost)
      await until(() => recordsIn(data.path) === 0)
      expect(await jobsAtStart(data.path, conversationId)).toEqual([])
    },
  )

  test('a job that is only shown any more has no processes to look for', async () => {
    using data = temporaryFolder()
    writeRecord(data.path, { job: { callId: 'k', number: 1 } })
    await jobsAtStart(data.path, ConversationId.parse('c'))
    const seconds = uniqueSleep()
    try {
      const { pid } = await startSleep(seconds, { ...process.env, PHOENIX_RUN: RUN_TOKEN })
      const next = supervisorOn(data.path)
      expect(await next.sweepLeftovers()).toBe(0)
      expect(aliveWith(seconds)).toEqual([pid])
      await next.close()
    } finally {
      endAllWith(seconds)
    }
  })

  test('a job that was cut off goes with its conversation', async () => {
    using data = temporaryFolder()
    const conversationId = ConversationId.parse('c')
    writeRecord(data.path, { job: { callId: 'k', number: 1 } })
    const forget = (started: Supervisor): void => started.forgetJobs(conversationId)
    expect(await jobsAtStart(data.path, conversationId, forget)).toHaveLength(1)
    await until(() => recordsIn(data.path) === 0)
    expect(await jobsAtStart(data.path, conversationId)).toEqual([])
  })

  test('of jobs that were cut off the newest hundred are kept', async () => {
    using data = temporaryFolder()
    const bootId = 'another'
    for (let number = 1; number <= 120; number += 1)
      writeRecord(data.path, {
        workId: randomUUID(),
        since: number,
        bootId,
        job: { callId: 'k', number },
      })
    const jobs = await jobsAtStart(data.path, ConversationId.parse('c'))
    expect(jobs.map(({ number }) => number)).toEqual(
      Array.from({ length: 100 }, (_, at) => 21 + at),
    )
    await until(() => recordsIn(data.path) === 100)
  })
})
