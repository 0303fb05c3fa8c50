/** Shorter ones are words that a person's own server takes as a key (`ollama`), and parts of ordinary words. */
const SHORTEST_SECRET = 8

/** Whatever looks like a provider's key, even if it was never registered. */
const KEY_SHAPED = /\bsk-[A-Za-z0-9_-]{8,}/g

/** Knows every secret used in this run, and removes them from what is written. */
export interface Redactor {
  /** From now on this text is shown as [secret]. */
  add(secret: string): void
  clean(text: string): string
}

export function createRedactor(): Redactor {
  /** The longest first: one may begin like another, and none of it may remain. */
  let secrets: readonly string[] = []
  return {
    add: (secret) => {
      if (secret.length < SHORTEST_SECRET || secrets.includes(secret)) return
      secrets = [...secrets, secret].toSorted((a, b) => b.length - a.length)
    },
    clean: (text) => {
      let clean = text
      for (const secret of secrets) clean = clean.replaceAll(secret, '[secret]')
      return clean.replaceAll(KEY_SHAPED, '[secret]')
    },
  }
}
