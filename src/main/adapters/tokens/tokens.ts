import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Scope } from '../../../shared/access/access.ts'
import type { TokenView } from '../../../shared/access/token-commands.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { attempt } from '../../runtime/guard.ts'
import type { TokenPort } from '../../runtime/ports/access/token-port.ts'
import { type KeptToken, openTokenFile, type TokenFile } from './token-file.ts'

/** The prefix by which people and secret scanners recognise a token. */
export const TOKEN_MARK = 'phx_'
const TOKEN_BYTES = 32
const MOST_TOKENS = 100
/** The last use is recorded to the minute: not every connection is worth a write. */
const USE_KEPT_MS = 60_000

/** The rights of a valid token's bearer, until it is revoked or released. */
export interface Admission {
  readonly scopes: readonly Scope[]
  /** The listener is called once; at once if the token has already been revoked. */
  onRevoked(listener: () => void): void
  /** Call this when the client has disconnected. */
  release(): void
}

/** The host's access to tokens. */
export interface TokenAuthenticator {
  /** Null if it is not a valid token. */
  admit(token: string): Admission | null
}

/** The tokens of a data folder. `now`: ms since 1970. */
export function openTokens(dataFolder: string, now: () => number): TokenPort & TokenAuthenticator {
  return new Tokens(openTokenFile(dataFolder), now)
}

class Tokens implements TokenPort, TokenAuthenticator {
  readonly #file: TokenFile
  readonly #now: () => number
  readonly #live = new Map<string, Set<() => void>>()
  #tokens: readonly KeptToken[] | null = null
  /** True if a revocation has not been written to disk yet. */
  #isUnsaved = false

  constructor(file: TokenFile, now: () => number) {
    this.#file = file
    this.#now = now
  }

  list(): Result<readonly TokenView[], string> {
    const read = this.#read()
    if (read.ok) return ok(read.value.map((token) => this.#viewOf(token)))
    return failed(`${read.error}. Until it can be read, no token works.`)
  }

  create(
    name: string,
    scopes: readonly Scope[],
  ): Result<{ readonly token: string; readonly view: TokenView }, string> {
    const read = this.#read()
    if (!read.ok) return failed(`The token could not be saved: ${read.error}.`)
    if (this.#kept.length >= MOST_TOKENS)
      return failed(`There are ${MOST_TOKENS} tokens already. Revoke one that is not used.`)
    if (this.#kept.some((each) => each.name === name))
      return failed(
        'There is already a token with this name. Choose another name, or revoke that one first.',
      )
    const token = `${TOKEN_MARK}${randomBytes(TOKEN_BYTES).toString('base64url')}`
    const kept: KeptToken = {
      id: randomUUID(),
      name,
      scopes: [...new Set(scopes)],
      hash: hashOf(token).toString('hex'),
      createdAt: this.#now(),
      lastUsedAt: null,
    }
    const written = this.#keep([...this.#kept, kept])
    if (!written.ok) return failed(`The token could not be saved: ${written.error}.`)
    return ok({ token, view: this.#viewOf(kept) })
  }

  /** Revokes a token for this host at once, even if the disk refuses the change. */
  revoke(id: string): Result<null, string> {
    const read = this.#read()
    if (!read.ok) return failed(`The token could not be revoked: ${read.error}. Revoke it again.`)
    const rest = read.value.filter((token) => token.id !== id)
    if (rest.length === read.value.length && !this.#isUnsaved) return ok(null)
    this.#tokens = rest
    const leaving = [...(this.#live.get(id) ?? [])]
    this.#live.delete(id)
    for (const leave of leaving) attempt('a revoked token', leave)
    const written = this.#file.write(rest)
    this.#isUnsaved = !written.ok
    if (written.ok) return ok(null)
    return failed(
      `The token no longer works, but would work again after a restart: ${written.error}. Revoke it again.`,
    )
  }

  admit(token: string): Admission | null {
    const found = this.#find(token)
    if (found === null) return null
    const live = this.#live.get(found.id) ?? new Set<() => void>()
    this.#live.set(found.id, live)
    let listener: (() => void) | null = null
    let isRevoked = false
    const leave = (): void => {
      isRevoked = true
      listener?.()
    }
    live.add(leave)
    this.#used(found)
    return {
      scopes: found.scopes,
      onRevoked: (added) => {
        listener = added
        if (isRevoked) added()
      },
      release: () => void live.delete(leave),
    }
  }

  /** Compares with every token, even after a match, so the time taken reveals nothing. */
  #find(text: string): KeptToken | null {
    const hash = hashOf(text)
    let found: KeptToken | null = null
    for (const token of this.#kept)
      if (timingSafeEqual(Buffer.from(token.hash, 'hex'), hash)) found = token
    return found
  }

  #used(token: KeptToken): void {
    const now = this.#now()
    if (token.lastUsedAt !== null && Math.abs(now - token.lastUsedAt) < USE_KEPT_MS) return
    const next = this.#kept.map((each) =>
      each.id === token.id ? { ...each, lastUsedAt: now } : each,
    )
    // A failed write keeps nobody out.
    this.#tokens = next
    this.#file.write(next)
  }

  #keep(tokens: readonly KeptToken[]): Result<null, string> {
    const written = this.#file.write(tokens)
    if (written.ok) this.#tokens = tokens
    return written
  }

  #viewOf({ createdAt, id, lastUsedAt, name, scopes }: KeptToken): TokenView {
    const connections = this.#live.get(id)?.size ?? 0
    return { id, name, scopes, createdAt, lastUsedAt, connections }
  }

  get #kept(): readonly KeptToken[] {
    const read = this.#read()
    return read.ok ? read.value : []
  }

  /** Read at the first use, and again while it cannot be read: a passing fault locks nobody out for good. */
  #read(): Result<readonly KeptToken[], string> {
    if (this.#tokens !== null) return ok(this.#tokens)
    const read = this.#file.read()
    if (read.ok) this.#tokens = read.value
    return read
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
