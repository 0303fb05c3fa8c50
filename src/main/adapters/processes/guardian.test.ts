import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { oneOfEvery } from '../../../shared/testing/by-tier.ts'
import { WorkId } from '../../../shared/ids.ts'
import { hasSandbox } from '../sandbox/sandbox.fixture.ts'
import { createGuardian } from './guardian.ts'
import { guardiansOf, killHostDuring } from './killed-host.fixture.ts'
import { RUN_TOKEN_NAME, createRunTokens } from './tree/run-token.ts'
import {
  aliveWith,
  endAllWith,
  hasProc,
  requestOf,
  supervisorOn,
  temporaryFolder,
  uniqueSleep,
  until,
} from './supervisor-fixture.ts'
import { shapes } from './tree/tree-shapes.fixture.ts'

const BUBBLEWRAP = 'bwrap'

const DAEMON = '(env -i setsid sleep S >/dev/null 2>&1 &)'

describe.runIf(hasProc)('the guardian of a host', () => {
  // All shapes are in killed-hosts.alone.test.ts.
  const left = [
    ['without the mark', 2, '(ulimit -m unlimited; setsid sleep S &); echo ready; sleep S'],
    ...shapes.filter(([name]) => name === 'fork loop'),
    ['daemons of nobody', 3, `trap '' TERM; ${DAEMON}; ${DAEMON}; echo ready; sleep S; sleep S`],
  ] as const

  test.for(oneOfEvery(3, left))(
    'ends what the host ran when it is killed, without a next start: %s',
    async ([, , script]) => {
      using data = temporaryFolder()
      const seconds = uniqueSleep()
      try {
        await killHostDuring(data.path, script.replaceAll('S', seconds), { withGuardian: false })
        await until(() => aliveWith(seconds).length === 0)
      } finally {
        endAllWith(seconds)
      }
    },
  )

  test.runIf(hasSandbox)(
    'ends a sandbox that lost its parent during set-up and would wait forever',
    async () => {
      const seconds = uniqueSleep()
      const runTokens = createRunTokens()
      const guardian = createGuardian({
        host: runTokens.host,
        platform: 'linux',
        environment: process.env,
      })
      try {
        guardian.ensureStarted()
        const made = [
          '--unshare-user',
          '--die-with-parent',
          '--userns-block-fd',
          '3',
          '--info-fd',
          '4',
        ]
        const parent = spawn(BUBBLEWRAP, [...made, '--ro-bind', '/', '/', 'sleep', seconds], {
          env: { PATH: process.env['PATH'], [RUN_TOKEN_NAME]: runTokens.next() },
          stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
        })
        await until(() => aliveWith(seconds).length === 2)
        const [child] = aliveWith(seconds).filter((pid) => pid !== parent.pid)
        parent.kill('SIGKILL')
        await once(parent, 'exit')
        expect(aliveWith(seconds)).toEqual([child])
        guardian.close(false)
        await until(() => aliveWith(seconds).length === 0)
      } finally {
        endAllWith(seconds)
      }
    },
  )

  test('exists from the first run, is replaced when it dies, and ends with its host', async () => {
    using data = temporaryFolder()
    const before = guardiansOf(process.pid)
    const now = (): readonly number[] =>
      guardiansOf(process.pid).filter((pid) => !before.includes(pid))
    const supervisor = supervisorOn(data.path)
    expect(now()).toEqual([])
    await supervisor.run(requestOf('true'))
    await supervisor.run(requestOf('true'))
    const [first = 0, ...more] = now()
    expect(more).toEqual([])
    process.kill(first, 'SIGKILL')
    await until(() => now().length === 1 && !now().includes(first))
    await supervisor.close()
    await until(() => now().length === 0)
  })

  test('is not replaced any more when it has died five times', async () => {
    const before = guardiansOf(process.pid)
    const { host } = createRunTokens()
    const guardian = createGuardian({ host, platform: 'linux', environment: process.env })
    const now = (): readonly number[] =>
      guardiansOf(process.pid).filter((pid) => !before.includes(pid))
    try {
      guardian.ensureStarted()
      for (let deaths = 1; deaths <= 5; deaths += 1) {
        const [pid = 0, ...more] = now()
        expect([deaths, pid > 0, more]).toEqual([deaths, true, []])
        process.kill(pid, 'SIGKILL')
        // Its exit has been handled once it is no longer a process at all.
        await until(() => !existsSync(`/proc/${pid}`))
      }
      guardian.ensureStarted()
      expect(now()).toEqual([])
    } finally {
      guardian.close(true)
    }
  })

  test('without /proc ends the groups that the host has named, with their descendants', async () => {
    const [named, ended] = [uniqueSleep(), uniqueSleep()]
    const guardian = createGuardian({ host: '0', platform: 'darwin', environment: process.env })
    try {
      guardian.ensureStarted()
      for (const [name, seconds] of [
        ['named', named],
        ['ended', ended],
      ] as const) {
        const script = `trap '' TERM; setsid sleep ${seconds} & sleep ${seconds}; sleep ${seconds}`
        const child = spawn('bash', ['-c', script], { detached: true, stdio: 'ignore' })
        guardian.started(WorkId.parse(name), child.pid ?? 0)
        await until(() => aliveWith(`sleep ${seconds}`).length === 3)
      }
      guardian.ended(WorkId.parse('ended'))
      guardian.close(false)
      await until(() => aliveWith(named).length === 0)
      expect(aliveWith(ended)).toHaveLength(3)
    } finally {
      endAllWith(named)
      endAllWith(ended)
    }
  })
})
