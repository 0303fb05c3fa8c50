import { describe, expect, test } from 'vitest'
import { procTable } from './process-table.ts'
import { createSupervisorWith } from '../supervisor.ts'
import {
  aliveWith,
  asleep,
  CONVERSATION,
  endAllWith,
  hasProc,
  inlineEnder,
  requestOf,
  start,
  stubbornTable,
  temporaryFolder,
  uniqueSleep,
  until,
} from '../supervisor-fixture.ts'

describe.runIf(hasProc)('processes that survive the order to end', () => {
  test('are listed after 500 ms, do not block the conversation, and leave the list when ended', async () => {
    using data = temporaryFolder()
    const seconds = uniqueSleep()
    const table = stubbornTable()
    const clock = { now: () => 1234 }
    const environment = process.env
    const options = { dataFolder: data.path, clock, environment }
    const supervisor = createSupervisorWith(inlineEnder(table), options)
    const changes: number[] = []
    supervisor.onOrphansChanged((conversationId) => {
      changes.push(supervisor.orphansOf(conversationId).length)
    })
    try {
      const run = start(supervisor, `echo ready; exec sleep ${seconds}`)
      await run.ready
      await until(() => asleep(seconds).length === 1)
      run.abort()
      expect(await run.outcome).toEqual({ type: 'aborted' })

      const [pid] = aliveWith(seconds)
      const orphan = { workId: run.workId, pid, command: `sleep ${seconds}`, since: 1234 }
      // Until it has been looked at, it is listed by what it was started with.
      await expect.poll(() => supervisor.orphansOf(CONVERSATION)).toEqual([orphan])
      expect(await supervisor.run(requestOf('true'))).toMatchObject({ type: 'exited', code: 0 })

      table.yields = true
      await supervisor.end(run.workId)
      expect(aliveWith(seconds)).toEqual([])
      expect(supervisor.orphansOf(CONVERSATION)).toEqual([])
      expect(changes[0]).toBe(1)
      expect(changes.at(-1)).toBe(0)
    } finally {
      endAllWith(seconds)
      await supervisor.close()
    }
  })

  test('get another order to end when Phoenix quits', async () => {
    using data = temporaryFolder()
    const seconds = uniqueSleep()
    const table = stubbornTable()
    const options = { dataFolder: data.path, clock: Date, environment: process.env }
    const supervisor = createSupervisorWith(inlineEnder(table), options)
    try {
      const run = start(supervisor, `echo ready; exec sleep ${seconds}`)
      await run.ready
      run.abort()
      await run.outcome
      expect(supervisor.orphansOf(CONVERSATION)).toHaveLength(1)
      table.yields = true
      await supervisor.close()
      expect(aliveWith(seconds)).toEqual([])
    } finally {
      endAllWith(seconds)
    }
  })

  test('that are not orphans end at once', async () => {
    using data = temporaryFolder()
    const options = { dataFolder: data.path, clock: Date, environment: process.env }
    const supervisor = createSupervisorWith(inlineEnder(procTable), options)
    await supervisor.end(requestOf('true').workId)
    await supervisor.close()
  })
})
