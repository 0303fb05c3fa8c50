import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { MAX_TRUST_TEXT, type Standing, type Trust, TrustKind } from '../../../shared/trust.ts'
import { type ReplaceFile, writeAtomically } from '../data-folder/atomic-file.ts'
import { FOR_PEOPLE, unifiedDiff } from '../files/unified-diff.ts'
import { readRegular } from '../data-folder/regular-file.ts'

const FILE = 'trust.json'
/** The newest are kept. */
const MOST = 2_000
/** Texts that are kept to be compared with, in UTF-16 code units: the newest. */
const MAX_TEXTS = 4 * 1024 * 1024

/** No content has this hash: a person has said no. */
const REFUSED = ''

const Allowed = z.object({
  folder: z.string(),
  kind: TrustKind,
  name: z.string(),
  hash: z.string(),
  /** Null: it was too long, or too many came after it. */
  text: z.string().nullable(),
})
type Allowed = z.infer<typeof Allowed>
const File = z.object({ allowed: z.array(Allowed) })

/** What a person is asked about: something of a folder, by the name that stays when its content changes. */
export interface Trusted {
  readonly folder: string
  readonly kind: TrustKind
  readonly name: string
}

/** What it is now. */
export interface Content {
  readonly hash: string
  readonly text: string
}

/**
 * What of folders a person has allowed, by what it was then (docs/decisions/112, 145). A file that cannot be used allows nothing: it is
 * asked again.
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
    const said = this.#find(what)
    if (said === undefined || said.hash === REFUSED) return 'notAllowed'
    return said.hash === hash ? 'allowed' : 'changed'
  }

  /** Of what was allowed; null: nothing was. */
  allowedHash(what: Trusted): string | null {
    return this.#find(what)?.hash ?? null
  }

  /** Where it stands as it is now. `title`: what the difference is headed by. */
  standingOf(what: Trusted, now: Content, title = what.name): Standing {
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

  /** No, also to what it may become. The error ends a sentence. */
  refuse(what: Trusted): Result<null, string> {
    const { folder, kind, name } = what
    return this.#write([...this.#without(what), { folder, kind, name, hash: REFUSED, text: null }])
  }

  isRefused(what: Trusted): boolean {
    return this.#find(what)?.hash === REFUSED
  }

  /** The names of one kind that something was said about in a folder, or that were used. */
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

/** What is older goes first: its text, and at last that it was allowed. */
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
