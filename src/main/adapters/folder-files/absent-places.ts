/** How long a path that was not there is not looked for again (ms). */
const REST_MS = 1_000
const MOST_PATHS = 1_000

/**
 * Paths that were not there a moment ago. Most folders have none of the files that each step of a turn looks for, and every
 * look costs a walk along the path: a file that appears counts within a second instead.
 */
export class AbsentPlaces {
  /** Path to the time of the look, the oldest first. */
  readonly #looks = new Map<string, number>()
  readonly #now: () => number

  /** `now`: ms of a clock that never jumps. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  has(path: string): boolean {
    const at = this.#looks.get(path)
    return at !== undefined && this.#now() - at < REST_MS
  }

  /** Everything is looked for again: a person looks. */
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
