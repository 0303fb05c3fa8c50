import { spawn } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { oneOfEvery } from '../../../../shared/testing/by-tier.ts'
import { createPortableEnder } from './portable-ender.ts'
import { aliveWith, endAllWith, hasProc, uniqueSleep, until } from '../supervisor-fixture.ts'

/** With /proc, its results can be checked; tree-kill uses `ps` here, as on other systems. */
describe.runIf(hasProc)('ending a tree without a scan of /proc', () => {
  const SCRIPTS = [
    ['sleep S & sleep S', 3],
    ["trap '' TERM; sleep S & sleep S", 3],
  ] as const
  test.for(oneOfEvery(2, SCRIPTS))('takes the group: %s', async ([script, count]) => {
    const seconds = uniqueSleep()
    const ender = createPortableEnder('linux')
    try {
      const command = script.replaceAll('S', seconds).concat('; true')
      const child = spawn('bash', ['-c', command], { detached: true, stdio: 'ignore' })
      const pid = child.pid ?? 0
      await until(() => aliveWith(seconds).length === count)
      const ended = new Promise((resolve) => {
        const tree = {
          root: { pid, startTime: 0 },
          runToken: 'c',
          isCold: false,
          isSandboxed: false,
        }
        ender.end(tree, {
          onAlive: () => undefined,
          onGone: resolve,
          onUnknown: () => resolve(null),
        })
      })
      expect(await ended).toBe(1)
      expect(aliveWith(seconds)).toEqual([])
    } finally {
      endAllWith(seconds)
      await ender.close()
    }
  })

  test('does not touch a recorded tree, which it cannot distinguish from a stranger, and keeps its record until nothing has its pid', async () => {
    const seconds = uniqueSleep()
    const ender = createPortableEnder('linux')
    try {
      const child = spawn('sleep', [seconds], { detached: true, stdio: 'ignore' })
      const tree = {
        root: { pid: child.pid ?? 0, startTime: 0 },
        runToken: 'c',
        isCold: true,
        isSandboxed: false,
      }
      await until(() => aliveWith(seconds).length === 1)
      const ended = new Promise((resolve) => {
        ender.end(tree, {
          onAlive: () => undefined,
          onGone: resolve,
          onUnknown: () => resolve(null),
        })
      })
      expect(await ended).toBeNull()
      expect(aliveWith(seconds)).toHaveLength(1)
      endAllWith(seconds)
      await new Promise((resolve) => child.once('exit', resolve))
      const later = new Promise((resolve) => {
        ender.end(tree, {
          onAlive: () => undefined,
          onGone: resolve,
          onUnknown: () => resolve(null),
        })
      })
      expect(await later).toBe(0)
    } finally {
      endAllWith(seconds)
    }
  })
})
