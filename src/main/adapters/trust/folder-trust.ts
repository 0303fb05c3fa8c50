import { createHash } from 'node:crypto'
import { join } from 'node:path'
import * as z from '../../../shared/schema.ts'
import type { Result } from '../../../shared/result.ts'
import { MAX_TRUST_TEXT, type TrustStatus, type Trust, TrustKind } from '../../../shared/trust.ts'
import { type ReplaceFile, writeAtomically } from '../data-folder/atomic-file.ts'
import { FOR_PEOPLE, unifiedDiff } from '../files/unified-diff.ts'
import { PersonFile } from '../data-folder/person-file.ts'
import { faultNotices } from '../data-folder/person-file-words.ts'

const FILE = 'trust.json'
/** Only the newest are kept, and every refusal: what was remembered by itself must not undo one. */
const MOST = 2_000
/** The limit for texts that are kept for comparison, in UTF-16 code units; only the newest are. */
const MAX_TEXTS = 4 * 1024 * 1024

const WHAT = ['What you allowed or refused in folders', 'it does not apply'] as const

/** The recorded hash of a refusal: no content has it. */
const REFUSED = ''

const Allowed = z.looseObject({
  folder: z.string(),
  kind: TrustKind,
  name: z.string(),
  hash: z.string(),
  /** Null if it was too long, or too many newer ones exist. */
  text: z.string().nullable(),
})
type Allowed = z.infer<typeof Allowed>
/** Each entry is judged by itself: a wrong one allows nothing, and stays in the file. */
const File = z.looseObject({ allowed: z.array(z.unknown()) })
type File = z.infer<typeof File>
const NOTHING: File = { allowed: [] }

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
  readonly #file: PersonFile<File>
  #judged = { content: NOTHING, ...judge(NOTHING) }

  constructor(dataFolder: string, replace: ReplaceFile = writeAtomically) {
    const path = join(dataFolder, FILE)
    this.#file = new PersonFile({
      path,
      parse: (json) => File.parse(json),
      absent: NOTHING,
      replace,
    })
  }

  /** False while the file cannot be read: then anything may have been refused. */
  get isKnown(): boolean {
    return this.#file.read().ok
  }

  /** Sentences for people about a file that could not be used. */
  get notices(): readonly string[] {
    return faultNotices(this.#file.fault, ...WHAT)
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
    return this.#decide(what, [{ folder, kind, name, hash: now.hash, text }])
  }

  /** The error ends a sentence. */
  forbid(what: Trusted): Result<null, string> {
    return this.#decide(what, [])
  }

  /** Refuses it, whatever its content becomes. The error ends a sentence. */
  refuse(what: Trusted): Result<null, string> {
    const { folder, kind, name } = what
    return this.#decide(what, [{ folder, kind, name, hash: REFUSED, text: null }])
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
    const { content } = this.#file
    if (this.#judged.content !== content) this.#judged = { content, ...judge(content) }
    return this.#judged.usable
  }

  #find(what: Trusted): Allowed | undefined {
    return this.#allowed.find((each) => isOf(each, what))
  }

  /** Replaces what was decided before. The error ends a sentence. */
  #decide(what: Trusted, decided: readonly Allowed[]): Result<null, string> {
    const read = this.#file.latest()
    if (!read.ok) return read
    const { unusable, usable } = judge(read.value)
    const others = usable.filter((each) => !isOf(each, what))
    const allowed = [...unusable, ...withinBounds([...others, ...decided])]
    return this.#file.write({ ...read.value, allowed }, 1)
  }
}

/** SHA-256 of a text. */
export function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function judge({ allowed }: File): {
  readonly usable: readonly Allowed[]
  readonly unusable: readonly unknown[]
} {
  const judged = allowed.map((entry) => ({ entry, read: Allowed.safeParse(entry) }))
  return {
    usable: judged.flatMap(({ read }) => (read.success ? [read.data] : [])),
    unusable: judged.flatMap(({ entry, read }) => (read.success ? [] : [entry])),
  }
}

function isOf(each: Allowed, { folder, kind, name }: Trusted): boolean {
  return each.folder === folder && each.kind === kind && each.name === name
}

/** Drops what is older first: its text, and finally the approval itself. */
function withinBounds(all: readonly Allowed[]): Allowed[] {
  let left = MAX_TEXTS
  const approvals = all.filter(({ hash }) => hash !== REFUSED)
  const dropped = new Set(approvals.slice(0, Math.max(0, all.length - MOST)))
  return all
    .filter((each) => !dropped.has(each))
    .toReversed()
    .map((each) => {
      left -= each.text?.length ?? 0
      return left >= 0 ? each : { ...each, text: null }
    })
    .toReversed()
}
