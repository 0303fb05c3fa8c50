import { expect, vi } from 'vitest'

/**
 * A limit of ten seconds that has just begun is over after ten seconds awake, however long the machine sleeps meanwhile,
 * on a system whose timers continue during sleep. Needs fake timers.
 */
export async function expectOnlyTimeAwake(isOver: () => boolean): Promise<void> {
  await vi.advanceTimersByTimeAsync(4_500)
  const asleepAt = performance.now()
  const reading = vi.spyOn(performance, 'now').mockReturnValue(asleepAt)
  await vi.advanceTimersByTimeAsync(60_000)
  reading.mockRestore()
  await vi.advanceTimersByTimeAsync(3_400)
  expect(isOver()).toBe(false)
  await vi.advanceTimersByTimeAsync(2_100)
  expect(isOver()).toBe(true)
}
