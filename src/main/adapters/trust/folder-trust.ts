import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { MAX_TRUST_TEXT, type TrustStatus, type Trust, TrustKind } from '../../../shared/trust.ts'
import { type ReplaceFile, writeAtomically } from '../data-folder/atomic-file.ts'
import { FOR_PEOPLE, unifiedDiff } from '../files/unified-diff.ts'
import { readRegular } from '../data-folder/regular-file.ts'

const FILE = 'trust.json'
/** Only the newest are kept. */
const MOST = 2_000
/** The limit for texts that are kept for comparison, in UTF-16 code units; only the newest are. */
const MAX_TEXTS = 4 * 1024 * 1024

/** The recorded hash of a refusal: no content has it. */
const REFUSED = ''

const Allowed = z.object({
  folder: z.string(),
  kind: TrustKind,
  name: z.string(),
  hash: z.string(),
  /** Null if it was too long, or too many newer ones exist. */
  text: z.string().nullable(),
})
type Allowed = z.infer<typeof Allowed>
const File = z.object({ allowed: z.array(Allowed) })

/** An item of a folder that needs approval, by a name that stays the same when its content changes. */
export interface Trusted {
  readonly folder: string
  readonly kind: TrustKind
  readonly name: string
}

/** The item's current content. */
export interface Content {
  readonly hash: string
  readonly text: string
}

/**
 * What the user has allowed in folders, with its content at that time (docs/decisions/112, 145). A file that cannot be used
 * allows nothing: the user is asked again.
 */
export class FolderTrust {
  readonly #folder: string
  readonly #replace: ReplaceFile
  #read: readonly Allowed[] | null = null

  constructor(dataFolder: string, replace: ReplaceFile = writeAtomically) {
    this.#folder = dataFolder
    this.#replace = replace
  }

  trustOf(what: Trusted, hash: string): Trust {
    const entry = this.#find(what)
    if (entry === undefined || entry.hash === REFUSED) return 'notAllowed'
    return entry.hash === hash ? 'allowed' : 'changed'
  }

  /** The hash of what was allowed; null if nothing was. */
  allowedHash(what: Trusted): string | null {
    return this.#find(what)?.hash ?? null
  }

  /** The status of the current content. `title`: the heading of the difference. */
  statusOf(what: Trusted, now: Content, title = what.name): TrustStatus {
    const trust = this.trustOf(what, now.hash)
    const before = trust === 'changed' ? (this.#find(what)?.text ?? null) : null
    if (before === null) return { trust, difference: null }
    const { lines } = unifiedDiff(title, `${before}\n`, `${now.text}\n`, FOR_PEOPLE)
    return { trust, difference: lines.join('\n') }
  }

  /** The error ends a sentence. */
  allow(what: Trusted, now: Content): Result<null, string> {
    const text = now.text.length > MAX_TRUST_TEXT ? null : now.text
    const { folder, kind, name } = what
    return this.#write([...this.#without(what), { folder, kind, name, hash: now.hash, text }])
  }

  /** The error ends a sentence. */
  forbid(what: Trusted): Result<null, string> {
    return this.#write(this.#without(what))
  }

  /** Refuses it, whatever its content becomes. The error ends a sentence. */
  refuse(what: Trusted): Result<null, string> {
    const { folder, kind, name } = what
    return this.#write([...this.#without(what), { folder, kind, name, hash: REFUSED, text: null }])
  }

  isRefused(what: Trusted): boolean {
    return this.#find(what)?.hash === REFUSED
  }

  /** The names of one kind in a folder that have been used, allowed or refused. */
  namesIn(folder: string, kind: TrustKind): readonly string[] {
    return this.#allowed
      .filter((each) => each.folder === folder && each.kind === kind)
      .map(({ name }) => name)
  }

  get #allowed(): readonly Allowed[] {
    if (this.#read !== null) return this.#read
    try {
      this.#read = File.parse(JSON.parse(readRegular(join(this.#folder, FILE)).toString())).allowed
    } catch {
      this.#read = []
    }
    return this.#read
  }

  #find(what: Trusted): Allowed | undefined {
    return this.#allowed.find((each) => isOf(each, what))
  }

  #without(what: Trusted): readonly Allowed[] {
    return this.#allowed.filter((each) => !isOf(each, what))
  }

  #write(next: readonly Allowed[]): Result<null, string> {
    const allowed = withinBounds(next)
    const text = `${JSON.stringify({ allowed }, null, 1)}\n`
    const written = this.#replace(join(this.#folder, FILE), text, 0o600)
    if (!written.ok) return failed(written.error)
    this.#read = allowed
    return ok(null)
  }
}

/** SHA-256 of a text. */
export function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function isOf(each: Allowed, { folder, kind, name }: Trusted): boolean {
  return each.folder === folder && each.kind === kind && each.name === name
}

/** Drops what is older first: its text, and finally the approval itself. */
function withinBounds(all: readonly Allowed[]): readonly Allowed[] {
  let left = MAX_TEXTS
  return all
    .slice(-MOST)
    .toReversed()
    .map((each) => {
      left -= each.text?.length ?? 0
      return left >= 0 ? each : { ...each, text: null }
    })
    .toReversed()
}
