import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AwakeLimit } from './awake-limit.ts'
import { expectOnlyTimeAwake } from './time-awake.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('R2 time asleep does not count, on a system whose timers continue meanwhile', async () => {
  using limit = new AwakeLimit(10_000)
  await expectOnlyTimeAwake(() => limit.over.aborted)
})

test('a limit that is not needed any more leaves no timer', () => {
  {
    using limit = new AwakeLimit(1_000)
    expect(limit.over.aborted).toBe(false)
    expect(vi.getTimerCount()).toBe(1)
  }
  expect(vi.getTimerCount()).toBe(0)
})
