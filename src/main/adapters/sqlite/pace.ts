/** A slice of work in a thread holds the lock of the database for about this long (ms of processor time). */
const SHORT_MS = 2
const LONG_MS = 4

/** How much one slice does: less after one that took long, more after one that took little. */
interface Pace {
  readonly now: number
  /** To be called within the transaction: waiting for the lock does not count. */
  time(slice: () => void): void
}

/**
 * From `first` up to `most`. It counts processor time: if slices shrank on a busy machine, work would pile up until a
 * step had to do it.
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
      const taken = (user + system) / 1_000
      if (taken > LONG_MS) now = Math.max(1, Math.floor(now / 2))
      if (taken < SHORT_MS) now = Math.min(most, now * 2)
    },
  }
}
