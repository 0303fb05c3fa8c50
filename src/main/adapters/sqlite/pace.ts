/** How long a slice of work in a thread should hold the lock of the database (ms of processor time). */
const SHORT_MS = 2
const LONG_MS = 4

/** The size of the next slice: smaller after one that took long, larger after one that was quick. */
interface Pace {
  readonly now: number
  /** Call this within the transaction: waiting for the lock does not count. */
  time(slice: () => void): void
}

/**
 * Starts at `first` and grows up to `most`. It measures processor time: if slices shrank on a busy machine, work would pile
 * up until a step had to do it.
 */
export function createPace(first: number, most: number): Pace {
  let now = first
  return {
    get now() {
      return now
    },
    time(slice) {
      const before = process.threadCpuUsage()
      slice()
      const { user, system } = process.threadCpuUsage(before)
      const elapsedMs = (user + system) / 1_000
      if (elapsedMs > LONG_MS) now = Math.max(1, Math.floor(now / 2))
      if (elapsedMs < SHORT_MS) now = Math.min(most, now * 2)
    },
  }
}
