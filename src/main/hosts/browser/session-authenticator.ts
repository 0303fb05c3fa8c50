import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** How long a printed code can be exchanged for a token. */
const CODE_LIFE_MS = 60_000

/** After this many failed tries in a row, each further one is answered late. */
const FREE_TRIES = 10
const PENALTY_MS = 1_000

/** With more windows or printed addresses than this, the oldest are forgotten. */
const MOST_SECRETS = 256

interface Secret {
  readonly hash: Buffer
  readonly expiresAt: number
}

/** Decides who may connect. Only hashes are kept; codes and tokens are 256 random bits in base64url. */
export interface SessionAuthenticator {
  /** Returns a code that works once, for 60 s. */
  newCode(): string
  /** Returns a session token for a valid code, which is used up; null for any other. */
  exchange(code: string): string | null
  /** Called again for every socket. */
  admits(token: string): boolean
  /** How long to delay the answer to the last failed try. */
  penaltyMs(): number
}

/** `now`: ms since 1970. */
export function createSessionAuthenticator(now: () => number): SessionAuthenticator {
  let codes: readonly Secret[] = []
  let tokens: readonly Secret[] = []
  let badTries = 0

  const judged = (isGood: boolean): boolean => {
    badTries = isGood ? 0 : badTries + 1
    return isGood
  }
  const exchange = (code: string): string | null => {
    const good = find(codes, code)
    codes = codes.filter((secret) => secret !== good && secret.expiresAt > now())
    if (!judged(good !== null && good.expiresAt > now())) return null
    const token = newSecret()
    tokens = [...tokens, { hash: hashOf(token), expiresAt: Infinity }].slice(-MOST_SECRETS)
    return token
  }
  return {
    newCode: () => {
      const code = newSecret()
      codes = [...codes, { hash: hashOf(code), expiresAt: now() + CODE_LIFE_MS }]
      codes = codes.slice(-MOST_SECRETS)
      return code
    },
    exchange,
    admits: (token) => judged(find(tokens, token) !== null),
    penaltyMs: () => (badTries > FREE_TRIES ? PENALTY_MS : 0),
  }
}

/** Compares with every secret, even after a match, so the time taken reveals nothing. */
function find(secrets: readonly Secret[], text: string): Secret | null {
  const hash = hashOf(text)
  let found: Secret | null = null
  for (const secret of secrets) if (timingSafeEqual(secret.hash, hash)) found = secret
  return found
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
