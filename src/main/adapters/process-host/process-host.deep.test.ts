import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { bareOrder, HOST } from '../processes/host.fixture.ts'
import { killHost } from '../processes/killed-host.fixture.ts'
import { readProcess } from '../processes/tree/process-table.ts'
import {
  endAllWith,
  hasProc,
  temporaryFolder,
  uniqueSleep,
  until,
} from '../processes/supervisor-fixture.ts'
import { orderOf, runningHost, nextParent } from './process-host.fixture.ts'

describe.runIf(hasProc)('the process host', () => {
  test('a command is lost if its host dies during the start; a hanging host is ended', async () => {
    using mortal = await runningHost(1_000)
    process.kill(mortal.pid, 'SIGSTOP')
    const dying = mortal.host.start(orderOf('true'))
    process.kill(mortal.pid, 'SIGKILL')
    expect(await dying).toEqual({ type: 'lost' })
    const next = await nextParent(mortal.host, mortal.pid)
    process.kill(next, 'SIGSTOP')
    expect(await mortal.host.start(orderOf('true'))).toEqual({ type: 'lost' })
    await until(() => readProcess(next)?.isDead !== false)
  })

  test.for([
    ['although its program has no guardian', { withGuardian: true, hangs: false }],
    ['although it hangs', { withGuardian: false, hangs: true }],
  ] as const)('ends when its program is killed, %s', async ([, { hangs, withGuardian }]) => {
    using data = temporaryFolder()
    const seconds = uniqueSleep()
    const code = `${HOST}
      await supervisor.run(requestOf({ onOutput: (text) => process.stdout.write(text) }))
    `
    let left = 0
    await killHost({
      code,
      order: bareOrder(data.path, `echo $PPID; sleep ${seconds}`),
      withGuardian,
      async isUp(printed) {
        left = Number(String(await once(printed, 'data')))
        if (hangs) process.kill(left, 'SIGSTOP')
      },
    })
    expect(left).toBeGreaterThan(1)
    try {
      await until(() => readProcess(left)?.isDead !== false)
    } finally {
      endAllWith(seconds)
    }
  })
})
