/** Shorter ones are words that servers of one's own take for a key (`ollama`), and parts of ordinary ones. */
const SHORTEST_SECRET = 8

/** What looks like a key of a provider, whoever has named it. */
const KEY_SHAPED = /\bsk-[A-Za-z0-9_-]{8,}/g

/** Knows every secret that came into use in this run, and takes them out of what is written down. */
export interface Redactor {
  /** From now on this text is shown as [secret]. */
  add(secret: string): void
  clean(text: string): string
}

export function createRedactor(): Redactor {
  /** The longest first: one may begin as another does, and nothing of it may be left. */
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
