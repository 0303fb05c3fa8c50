import { expect, test, describe } from 'vitest'
import { killHostDuring } from '../killed-host.fixture.ts'
import { createSupervisorWith } from '../supervisor.ts'
import {
  aliveWith,
  asleep,
  CONVERSATION,
  endAllWith,
  hasProc,
  inlineEnder,
  stubbornTable,
  temporaryFolder,
  uniqueSleep,
  until,
  start,
} from '../supervisor-fixture.ts'

test.runIf(hasProc)(
  'a daemon that the next start cannot end is listed there as left running',
  async () => {
    using data = temporaryFolder()
    const seconds = uniqueSleep()
    const table = stubbornTable()
    try {
      const daemon = `(env -i setsid sleep ${seconds} >/dev/null 2>&1 &); echo ready`
      await killHostDuring(data.path, `${daemon}; sleep ${seconds}`, { withGuardian: true })
      await until(() => asleep(seconds).length === 2)
      const options = { dataFolder: data.path, clock: Date, environment: process.env }
      const next = createSupervisorWith(inlineEnder(table), options)
      expect(await next.sweepLeftovers()).toBe(0)
      const listed = (): ReadonlySet<number> =>
        new Set(next.orphansOf(CONVERSATION).map(({ pid }) => pid))
      await expect.poll(listed).toEqual(new Set(aliveWith(seconds)))
      const [orphan] = next.orphansOf(CONVERSATION)
      if (orphan === undefined) throw new Error('none is listed')
      table.yields = true
      await next.end(orphan.workId)
      expect(aliveWith(seconds)).toEqual([])
      expect(next.orphansOf(CONVERSATION)).toEqual([])
      await next.close()
    } finally {
      endAllWith(seconds)
    }
  },
)

describe.runIf(hasProc)('processes that survive the order to end', () => {
  test('stay on the list when ending them fails again, even one known only from its dead parent', async () => {
    using data = temporaryFolder()
    const seconds = uniqueSleep()
    const table = stubbornTable()
    const options = { dataFolder: data.path, clock: Date, environment: process.env }
    const supervisor = createSupervisorWith(inlineEnder(table), options)
    const listed = (): readonly number[] => supervisor.orphansOf(CONVERSATION).map(({ pid }) => pid)
    try {
      const run = start(supervisor, `env -i setsid sleep ${seconds} & echo ready; wait`)
      await run.ready
      await until(() => asleep(seconds).length === 1)
      const [orphan] = asleep(seconds)
      run.abort()
      await run.outcome
      // Until it has been looked at, only the shell is listed.
      await expect.poll(listed).toHaveLength(2)
      for (const pid of listed()) if (pid !== orphan) process.kill(pid, 'SIGKILL')
      await until(() => listed().length === 1)
      await supervisor.end(run.workId)
      expect(listed()).toEqual([orphan])
      table.yields = true
      await supervisor.end(run.workId)
      expect(aliveWith(seconds)).toEqual([])
      expect(listed()).toEqual([])
    } finally {
      endAllWith(seconds)
      await supervisor.close()
    }
  })

  test('are retried in the background until they are gone', async () => {
    using data = temporaryFolder()
    const seconds = uniqueSleep()
    const table = stubbornTable()
    const options = { dataFolder: data.path, clock: Date, environment: process.env }
    const supervisor = createSupervisorWith(inlineEnder(table), options)
    const run = start(supervisor, `echo ready; exec sleep ${seconds}`)
    await run.ready
    run.abort()
    await run.outcome
    expect(supervisor.orphansOf(CONVERSATION)).toHaveLength(1)
    table.yields = true
    await until(() => supervisor.orphansOf(CONVERSATION).length === 0)
    expect(aliveWith(seconds)).toEqual([])
    await supervisor.close()
  })
})
