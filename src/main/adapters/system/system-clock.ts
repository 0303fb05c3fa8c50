import type { Clock, Timers } from '../../runtime/ports.ts'

export const systemClock: Clock = { now: () => Date.now() }

/** The longest wait that setTimeout takes; anything above fires at once. */
const LONGEST_MS = 2 ** 31 - 1

export const systemTimers: Timers = {
  start: startTimer,
  soon: (run) => {
    setImmediate(run)
  },
}

function startTimer(afterMs: number, fire: () => void): () => void {
  let handle: NodeJS.Timeout
  const wait = (leftMs: number): void => {
    handle =
      leftMs > LONGEST_MS
        ? setTimeout(() => wait(leftMs - LONGEST_MS), LONGEST_MS)
        : setTimeout(fire, Math.max(0, leftMs))
  }
  wait(afterMs)
  return () => clearTimeout(handle)
}
