import type { Clock, Pulse, Timers } from '../../runtime/ports/ports.ts'
import { guard } from '../../runtime/guard.ts'
import { inOwnTurn } from './own-turn.ts'

export const systemClock: Clock = { now: () => Date.now() }

/** Waits are divided into slices of this length, far below the limit of setTimeout. */
const SLICE_MS = 1_000
/** If a slice ends later than this, the machine has slept, on systems whose clocks continue during sleep. */
const LATE_MS = 1_000

export const systemTimers: Timers = {
  awake,
  start: startTimer,
  soon: inOwnTurn,
}

/** A separate interval, which no slice and no other callback can end. It keeps no process alive. */
export const systemPulse: Pulse = {
  every: (ms, run) => {
    const interval = setInterval(guard('the pulse', run), ms)
    interval.unref()
    return () => clearInterval(interval)
  },
}

let awakeMs = 0
let readAt = performance.now()

/**
 * The time for which the machine has been awake (R2). Systems differ in whether clocks stop during sleep, and no host has to
 * report sleep: the time since the last reading counts only up to a slice and a little for a busy loop.
 */
function awake(): number {
  const now = performance.now()
  awakeMs += Math.min(now - readAt, SLICE_MS + LATE_MS)
  readAt = now
  return awakeMs
}

function startTimer(afterMs: number, fire: () => void): () => void {
  const dueAt = awake() + afterMs
  let handle: NodeJS.Timeout
  const due = guard('a timer', () => (awake() < dueAt ? wait() : fire()))
  const wait = (): void => {
    const leftMs = dueAt - awake()
    handle = setTimeout(due, Math.min(Math.max(0, leftMs), SLICE_MS))
  }
  wait()
  return () => clearTimeout(handle)
}
