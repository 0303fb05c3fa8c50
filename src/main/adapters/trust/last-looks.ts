const MOST_FOLDERS = 100

/**
 * The results of the last look at each folder, for callers that cannot wait for another one. Bounded: the least recently
 * used is dropped.
 */
export class LastLooks<Found> {
  readonly #known = new Map<string, readonly Found[]>()

  keep(folder: string, found: readonly Found[]): readonly Found[] {
    this.#known.delete(folder)
    this.#known.set(folder, found)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST_FOLDERS && oldest !== undefined) this.#known.delete(oldest)
    return found
  }

  of(folder: string): readonly Found[] {
    return this.#known.get(folder) ?? []
  }
}
