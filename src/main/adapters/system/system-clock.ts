import type { Clock, Timers } from '../../runtime/ports.ts'

export const systemClock: Clock = { now: () => Date.now() }

/** Waits are cut into slices of this length, which is far below what setTimeout can hold. */
const SLICE_MS = 1_000
/** A slice that ends later than this was slept through, wherever clocks go on in a sleep. */
const LATE_MS = 1_000

export const systemTimers: Timers = {
  start: startTimer,
  soon: (run) => {
    setImmediate(run)
  },
}

/**
 * Counts time in which the machine is awake (R2). Whether clocks stand still in a sleep differs between systems and no
 * host has to tell of one: of a slice never more counts than its own length and a little for a busy loop.
 */
function startTimer(afterMs: number, fire: () => void): () => void {
  let handle: NodeJS.Timeout
  const wait = (leftMs: number): void => {
    const sliceMs = Math.min(Math.max(0, leftMs), SLICE_MS)
    const startedAt = performance.now()
    handle = setTimeout(() => {
      if (leftMs <= SLICE_MS) return fire()
      const passedMs = performance.now() - startedAt
      wait(leftMs - Math.min(passedMs, sliceMs + LATE_MS))
    }, sliceMs)
  }
  wait(afterMs)
  return () => clearTimeout(handle)
}
