/** How long a missing path is not checked again (ms). */
const ABSENT_MS = 1_000
const MOST_PATHS = 1_000

/**
 * Paths that were missing a moment ago. Most folders have none of the files that each step of a turn checks for, and each
 * check walks along the whole path; so a new file may be noticed up to a second late.
 */
export class AbsentPlaces {
  /** The time of the last check by path, the oldest first. */
  readonly #looks = new Map<string, number>()
  readonly #now: () => number

  /** `now`: ms of a clock that never jumps. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  has(path: string): boolean {
    const at = this.#looks.get(path)
    return at !== undefined && this.#now() - at < ABSENT_MS
  }

  /** Forgets all checks: a user is looking now. */
  forget(): void {
    this.#looks.clear()
  }

  add(path: string): void {
    this.#looks.delete(path)
    this.#looks.set(path, this.#now())
    const [oldest] = this.#looks.keys()
    if (this.#looks.size > MOST_PATHS && oldest !== undefined) this.#looks.delete(oldest)
  }
}
