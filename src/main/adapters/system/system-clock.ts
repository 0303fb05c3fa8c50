import type { Clock, Pulse, Timers } from '../../runtime/ports/ports.ts'
import { guard } from '../../runtime/guard.ts'
import { inOwnTurn } from './own-turn.ts'

export const systemClock: Clock = { now: () => Date.now() }

/** Waits are divided into slices of this length, far below the limit of setTimeout. */
const SLICE_MS = 1_000
/** If a slice ends later than this, the machine has slept, on systems whose clocks continue during sleep. */
const LATE_MS = 1_000
/** If a timer is later than this, something has held the thread. */
const HELD_MS = 5

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

/**
 * Node runs timers before it looks for input. If the thread was held or the program suspended, what has arrived meanwhile
 * comes first: otherwise an answer that is there would be late, and a command's last output lost.
 */
function startTimer(afterMs: number, fire: () => void): () => void {
  const dueAt = awake() + afterMs
  let stop: () => void
  const onDue = guard('a timer', fire)
  let sliceDueAt: number
  const onSlice = guard('a timer', () => {
    if (awake() < dueAt) return wait()
    if (performance.now() - sliceDueAt < HELD_MS) return fire()
    const turn = setImmediate(onDue)
    stop = () => clearImmediate(turn)
  })
  const wait = (): void => {
    const sliceMs = Math.min(Math.max(0, dueAt - awake()), SLICE_MS)
    sliceDueAt = performance.now() + sliceMs
    const slice = setTimeout(onSlice, sliceMs)
    stop = () => clearTimeout(slice)
  }
  wait()
  return () => stop()
}
