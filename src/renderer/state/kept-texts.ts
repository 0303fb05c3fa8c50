/**
 * What the browser keeps for a page. Storage may be full, or forbidden in a private window: then a text is kept in memory, so
 * that what a person chose holds as long as the page does.
 */
class KeptTexts {
  readonly #open: () => Storage
  /** What could not be stored; null: a text that could not be removed. */
  readonly #unstored = new Map<string, string | null>()

  constructor(open: () => Storage) {
    this.#open = open
  }

  getItem(key: string): string | null {
    const unstored = this.#unstored.get(key)
    if (unstored !== undefined) return unstored
    try {
      return this.#open().getItem(key)
    } catch {
      return null
    }
  }

  setItem(key: string, text: string): void {
    this.#change(key, text, (storage) => storage.setItem(key, text))
  }

  removeItem(key: string): void {
    this.#change(key, null, (storage) => storage.removeItem(key))
  }

  #change(key: string, text: string | null, store: (storage: Storage) => void): void {
    try {
      store(this.#open())
      this.#unstored.delete(key)
    } catch {
      this.#unstored.set(key, text)
    }
  }
}

/** For all windows of this browser or app, also after a restart. */
export const keptForAll = new KeptTexts(() => localStorage)
/** For this window, also after a reload. */
export const keptForWindow = new KeptTexts(() => sessionStorage)
