import { expect, test } from 'vitest'
import { killHostDuring } from '../killed-host.fixture.ts'
import { createSupervisorWith } from '../supervisor.ts'
import {
  aliveWith,
  CONVERSATION,
  endAllWith,
  hasProc,
  inlineEnder,
  stubbornTable,
  temporaryFolder,
  uniqueSleep,
  until,
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
      await until(() => aliveWith(`sleep ${seconds}`).length === 2)
      const options = { dataFolder: data.path, clock: Date, environment: process.env }
      const next = createSupervisorWith(inlineEnder(table), options)
      expect(await next.sweepLeftovers()).toBe(0)
      const orphans = next.orphansOf(CONVERSATION)
      const [orphan] = orphans
      if (orphan === undefined) throw new Error('none is listed')
      expect(new Set(orphans.map(({ pid }) => pid))).toEqual(new Set(aliveWith(seconds)))
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
