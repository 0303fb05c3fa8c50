import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AwakeLimit } from './awake-limit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('R2 time asleep does not count, on a system whose timers continue meanwhile', () => {
  using limit = new AwakeLimit(10_000)
  vi.advanceTimersByTime(4_500)
  const asleepAt = performance.now()
  const reading = vi.spyOn(performance, 'now').mockReturnValue(asleepAt)
  vi.advanceTimersByTime(60_000)
  reading.mockRestore()
  vi.advanceTimersByTime(3_400)
  expect(limit.over.aborted).toBe(false)
  vi.advanceTimersByTime(2_100)
  expect(limit.over.aborted).toBe(true)
})

test('a limit that is not needed any more leaves no timer', () => {
  {
    using limit = new AwakeLimit(1_000)
    expect(limit.over.aborted).toBe(false)
    expect(vi.getTimerCount()).toBe(1)
  }
  expect(vi.getTimerCount()).toBe(0)
})
