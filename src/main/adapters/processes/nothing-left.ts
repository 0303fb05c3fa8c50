import { existsSync, readFileSync } from 'node:fs'

/** How many pids the main thread may look at: a fraction of a millisecond. */
const MAX_LOOKS = 128
/** In this time (ms) pids cannot come full circle. */
const MAX_AGE_MS = 2_000

/**
 * The quick look behind a command that has ended by itself: true if nothing lives that was born after it, so that nothing of
 * it can be left and no scan is needed. Pids are given out in ascending order, and /proc/loadavg ends with the last one;
 * what cannot be told this way (a wrap, a busy machine, a long run, another system) is false and left to the sweep.
 */
export function isNothingLeft(rootPid: number, ageMs: number): boolean {
  if (ageMs > MAX_AGE_MS) return false
  const newest = newestPid()
  if (newest < rootPid || newest - rootPid > MAX_LOOKS) return false
  for (let pid = rootPid; pid <= newest; pid++) {
    if (existsSync(`/proc/${pid}`)) return false
  }
  return true
}

function newestPid(): number {
  try {
    const loadavg = readFileSync('/proc/loadavg', 'latin1')
    return Number(loadavg.slice(loadavg.lastIndexOf(' ')))
  } catch {
    return 0
  }
}
