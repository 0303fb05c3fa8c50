/** Shorter secrets are words that a user's own server takes as a key (`ollama`), or parts of ordinary words. */
const SHORTEST_SECRET = 8

/** Matches whatever looks like a provider's key, even if it was never registered. */
const KEY_SHAPED = /\bsk-[A-Za-z0-9_-]{8,}/g

/** Knows every secret used in this run, and removes it from written text. */
export interface Redactor {
  /** From now on this text is replaced by [secret]. */
  add(secret: string): void
  clean(text: string): string
}

export function createRedactor(): Redactor {
  /** The longest first: one may be the beginning of another, and no part of it may remain. */
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
