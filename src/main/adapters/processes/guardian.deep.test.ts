import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createGuardian } from './guardian.ts'
import { guardiansOf } from './killed-host.fixture.ts'
import { RUN_TOKEN_NAME, createRunTokens, markOf } from './tree/run-token.ts'
import { aliveWith, asleep, endAllWith, hasProc, uniqueSleep, until } from './supervisor-fixture.ts'

describe.runIf(hasProc)('the guardian of a host', () => {
  test('ends only processes of its host, and survives every signal to a session or terminal', async () => {
    const [own, other] = [createRunTokens(), createRunTokens()]
    const [ours, theirs] = [uniqueSleep(), uniqueSleep()]
    const [runToken, foreign] = [own.next(), other.next()]
    const before = guardiansOf(process.pid)
    const guardian = createGuardian({ host: own.host, platform: 'linux', environment: process.env })
    try {
      for (const each of [marked(runToken), { [RUN_TOKEN_NAME]: runToken }]) startSleep(ours, each)
      for (const each of [marked(foreign), { [RUN_TOKEN_NAME]: foreign }, {}])
        startSleep(theirs, each)
      await until(() => asleep(ours).length === 2)
      await until(() => asleep(theirs).length === 3)
      guardian.ensureStarted()
      const [pid = 0] = guardiansOf(process.pid).filter((each) => !before.includes(each))
      await until(() => ignoresSignals(pid))
      for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM']) process.kill(pid, signal)
      guardian.close(false)
      await until(() => aliveWith(ours).length === 0)
      await until(() => !guardiansOf(process.pid).includes(pid))
      expect(asleep(theirs)).toHaveLength(3)
    } finally {
      endAllWith(ours)
      endAllWith(theirs)
    }
  })
})

/** True once bash ignores SIGTERM, according to the system: then it has executed its first line. */
function ignoresSignals(pid: number): boolean {
  const ignored = /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (BigInt(`0x${ignored ?? 0}`) & (1n << 14n)) !== 0n
}

/** The variable that tells startSleep to take a mark. */
function marked(runToken: string): NodeJS.ProcessEnv {
  return { MARK: String(markOf(runToken)) }
}

function startSleep(seconds: string, environment: NodeJS.ProcessEnv): void {
  const script = `[ -z "$MARK" ] || ulimit -S -m "$MARK"; exec env -u MARK sleep ${seconds}`
  const env = { PATH: process.env['PATH'], ...environment }
  spawn('bash', ['-c', script], { env, detached: true, stdio: 'ignore' }).unref()
}
