import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isNothingLeft } from './nothing-left.ts'
import type { ProcessTree } from './process-tree.ts'
import { RUN_TOKEN_NAME } from './run-token.ts'
import { readProcess } from './process-table.ts'
import { hasProc, until } from '../supervisor-fixture.ts'

/** The tree of a command that has just ended by itself. */
function ended(): ProcessTree {
  const { pid } = spawnSync('true')
  const startTime = readProcess(process.pid)?.startTime ?? 0
  return {
    root: { pid, startTime },
    runToken: randomBytes(16).toString('hex'),
    isCold: false,
    isSandboxed: false,
  }
}

function living(environment: NodeJS.ProcessEnv): ChildProcess {
  return spawn('sleep', ['60'], { stdio: 'ignore', detached: true, env: environment })
}

describe.runIf(hasProc)('the quick look behind a command', () => {
  test('is satisfied if nothing lives that was born after it', async () => {
    // On a busy machine, where many processes are born, the check may have to be repeated.
    await until(() => isNothingLeft(ended(), 0))
  })

  test('is satisfied if what was born after it is a stranger', async () => {
    await until(() => {
      const tree = ended()
      const stranger = living({ PATH: process.env['PATH'] })
      try {
        return isNothingLeft(tree, 0)
      } finally {
        stranger.kill('SIGKILL')
      }
    })
  })

  test.each([
    [
      'holds its runToken',
      ({ runToken }: ProcessTree) => ({ PATH: '/bin', [RUN_TOKEN_NAME]: runToken }),
    ],
    ['shows no environment', () => ({})],
  ])('is not satisfied while a process lives that %s', (_, environmentOf) => {
    const tree = ended()
    const child = living(environmentOf(tree))
    try {
      expect(isNothingLeft(tree, 0)).toBe(false)
    } finally {
      child.kill('SIGKILL')
    }
  })

  test('is not satisfied by a command so old that pids may have wrapped around', () => {
    expect(isNothingLeft(ended(), 3_000)).toBe(false)
  })
})
