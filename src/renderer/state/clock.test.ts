import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClock } from './clock.ts'

/** The parts of a document that the clock uses. */
class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'

  turn(visibility: DocumentVisibilityState): void {
    this.visibilityState = visibility
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

const listener = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  listener.mockReset()
})
afterEach(() => void vi.useRealTimers())

describe('the clock', () => {
  test('ticks each second while it has listeners, and has no timer without any', () => {
    const clock = createClock(new Page())
    expect(vi.getTimerCount()).toBe(0)
    const stop = clock.subscribe(listener)
    vi.advanceTimersByTime(3_000)
    expect(listener).toHaveBeenCalledTimes(3)
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('rests in a hidden window, and is correct at once when it is shown again', () => {
    const page = new Page()
    const clock = createClock(page)
    clock.subscribe(listener)
    page.turn('hidden')
    vi.advanceTimersByTime(10_000)
    expect(listener).not.toHaveBeenCalled()
    page.turn('visible')
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('shows the time of the host', () => {
    vi.setSystemTime(5_000)
    const clock = createClock(new Page())
    clock.setHostTime(65_000)
    vi.advanceTimersByTime(2_000)
    expect(clock.now()).toBe(67_000)
  })
})
