import { expect, test } from 'vitest'
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
import { shapes } from './tree-shapes.fixture.ts'

test.runIf(hasProc)(
  'row 23, without a sandbox: of a host that was killed nothing is alive after 1 s, whatever it ran',
  { retry: 2 },
  async () => {
    for (const [name, , script] of shapes) {
      using data = temporaryFolder()
      const seconds = uniqueSleep()
      try {
        await killHostDuring(data.path, script.replaceAll('S', seconds), { withGuardian: false })
        const killedAt = performance.now()
        await until(() => aliveWith(seconds).length === 0)
        expect([name, performance.now() - killedAt < 1_000]).toEqual([name, true])
      } finally {
        endAllWith(seconds)
      }
    }
  },
)

test.runIf(hasProc)(
  'row 23, without a sandbox: of a host that was killed with its guardian nothing is alive 1 s after the next start',
  { retry: 2 },
  async () => {
    for (const [name, least, script] of shapes) {
      using data = temporaryFolder()
      const seconds = uniqueSleep()
      try {
        await killHostDuring(data.path, script.replaceAll('S', seconds), { withGuardian: true })
        await until(() => aliveWith(seconds).length >= least)
        const startedAt = performance.now()
        const next = supervisorOn(data.path)
        await next.sweepLeftovers()
        expect([name, aliveWith(seconds)]).toEqual([name, []])
        expect(performance.now() - startedAt).toBeLessThan(1_000)
        await next.close()
      } finally {
        endAllWith(seconds)
      }
    }
  },
)
