import { spawn, spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { isNothingLeft } from './nothing-left.ts'
import { hasProc, until } from './supervisor-fixture.ts'

describe.runIf(hasProc)('the quick look behind a command', () => {
  test('is satisfied where nothing lives that was born after it', async () => {
    // Others on this machine start processes too: on a busy one the look may have to be repeated.
    await until(() => isNothingLeft(spawnSync('true').pid, 0))
  })

  test('is not satisfied while something lives that was born after it', () => {
    const ended = spawnSync('true')
    const living = spawn('sleep', ['60'], { stdio: 'ignore' })
    try {
      expect(isNothingLeft(ended.pid, 0)).toBe(false)
    } finally {
      living.kill('SIGKILL')
    }
  })

  test('is not satisfied by a command so old that pids may have come full circle', () => {
    expect(isNothingLeft(spawnSync('true').pid, 3_000)).toBe(false)
  })
})
