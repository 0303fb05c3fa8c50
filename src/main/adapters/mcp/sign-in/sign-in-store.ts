import * as z from '../../../../shared/schema.ts'
import type { Secrets } from '../../secrets/secrets.ts'

const SECRET = 'mcp-sign-ins'

/** As the SDK provides them, unchanged. */
const Kept = z.object({
  client: z.looseObject({ client_id: z.string() }),
  tokens: z.looseObject({ access_token: z.string(), token_type: z.string() }),
})
export type SignIn = z.infer<typeof Kept>
/** One that is damaged costs no other one. */
const AllKept = z.record(z.string(), Kept.nullable().catch(null))

/** The tokens of HTTP servers that the user has signed in to, by server address. Stored with the keys. */
export class SignInStore {
  readonly #secrets: Secrets
  readonly #onSecret: (secret: string) => void
  readonly #known = new Map<string, SignIn>()
  #isLoaded = false
  #isRead = false

  constructor(secrets: Secrets, onSecret: (secret: string) => void) {
    this.#secrets = secrets
    this.#onSecret = onSecret
  }

  find(url: string): SignIn | null {
    return this.#all.get(url) ?? null
  }

  /** Null removes it. If it cannot be written, this run still has it. */
  put(url: string, signIn: SignIn | null): void {
    if (signIn === null) this.#all.delete(url)
    else {
      this.#all.set(url, signIn)
      this.#reportSecrets(signIn)
    }
    const all = Object.fromEntries(this.#all)
    this.#secrets.put(SECRET, this.#all.size === 0 ? null : JSON.stringify(all))
  }

  /** Read at the first use. While that fails there is only what this run has put here, and nothing is overwritten. */
  get #all(): Map<string, SignIn> {
    if (this.#isRead) return this.#known
    if (!this.#isLoaded) this.#secrets.load(SECRET)
    this.#isLoaded = true
    this.#isRead = this.#secrets.unread(SECRET) === null
    for (const [url, signIn] of Object.entries(parsed(this.#secrets.find(SECRET)))) {
      if (signIn === null || this.#known.has(url)) continue
      this.#known.set(url, signIn)
      this.#reportSecrets(signIn)
    }
    return this.#known
  }

  #reportSecrets({ client, tokens }: SignIn): void {
    const secrets = [tokens.access_token, tokens['refresh_token'], client['client_secret']]
    for (const each of secrets) if (typeof each === 'string' && each !== '') this.#onSecret(each)
  }
}

function parsed(text: string | null): z.infer<typeof AllKept> {
  try {
    return text === null ? {} : AllKept.parse(JSON.parse(text))
  } catch {
    return {}
  }
}
