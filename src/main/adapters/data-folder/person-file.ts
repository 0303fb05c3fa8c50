import { existsSync } from 'node:fs'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { textOf } from '../files/encoding.ts'
import { faultCode, fileFault } from '../system/file-fault.ts'
import { type ReplaceFile, writeAtomically } from './atomic-file.ts'
import { moveAside } from './move-aside.ts'
import { isUnusable, readRegular } from './regular-file.ts'

/** Why the content of a file does not apply: it was wrong, or it cannot be read now. `why` ends a sentence. */
export type PersonFileFault =
  | { readonly type: 'setAside'; readonly movedTo: string }
  | { readonly type: 'unread'; readonly why: string }

/** `text`: null if there is no file. */
interface Known<Content> {
  readonly content: Content
  readonly text: string | null
}

/**
 * A JSON file of the data folder with what a person has set, entered or allowed. Wrong content is set aside. A file that
 * cannot be read now (too many open files, no permission, a disk error) is neither moved nor overwritten: `absent` applies
 * until a later read succeeds. Read at the first use, and again before a change: what was edited meanwhile, outside Phoenix,
 * is not overwritten.
 */
export class PersonFile<Content> {
  readonly #path: string
  readonly #parse: (json: unknown) => Content
  readonly #absent: Content
  readonly #now: () => number
  readonly #replace: ReplaceFile
  #known: Known<Content> | null = null
  #fault: PersonFileFault | null = null
  /** Where the last change waits until it is in place. */
  #waiting: string | null = null

  constructor(from: {
    readonly path: string
    /** Throws if it is not the content of this file. */
    readonly parse: (json: unknown) => Content
    /** The content of a missing file. */
    readonly absent: Content
    /** ms since 1970, for the name of a file that is set aside. */
    readonly now?: () => number
    readonly replace?: ReplaceFile
  }) {
    this.#path = from.path
    this.#parse = from.parse
    this.#absent = from.absent
    this.#now = from.now ?? Date.now
    this.#replace = from.replace ?? writeAtomically
  }

  get content(): Content {
    const read = this.read()
    return read.ok ? read.value : this.#absent
  }

  get fault(): PersonFileFault | null {
    this.read()
    return this.#fault
  }

  /** Fails if the file cannot be read now. The error is part of a sentence. */
  read(): Result<Content, string> {
    this.#known ??= this.#look()
    if (this.#known !== null) return ok(this.#known.content)
    const why = this.#fault?.type === 'unread' ? this.#fault.why : ''
    return failed(`${this.#path} can’t be read right now: ${why}`)
  }

  /**
   * Like `read`, with edits made outside Phoenix. Call this before working out a change. Fails if the edited file cannot be
   * used. A file that is gone, or can no longer be read, is written again.
   */
  latest(): Result<Content, string> {
    if (this.#known === null) return this.read()
    // Until then, the file still has its earlier content: that is not an edit.
    if (this.#waiting !== null && existsSync(this.#waiting)) return ok(this.#known.content)
    const text = this.#textNow()
    if (text === null || text === this.#known.text) return ok(this.#known.content)
    try {
      this.#known = { content: this.#parse(JSON.parse(text)), text }
      return ok(this.#known.content)
    } catch {
      return failed(
        `${this.#path} was edited outside Phoenix and cannot be used as it is. Correct it, or delete it`,
      )
    }
  }

  /** Refuses while the file has never been read. The error ends a sentence. */
  write(content: Content, space: number): Result<null, string> {
    if (this.#known === null) return failed(`${this.#path} could not be read`)
    const text = `${JSON.stringify(content, null, space)}\n`
    const written = this.#replace(this.#path, text, 0o600)
    if (!written.ok) return written
    this.#known = { content, text }
    this.#waiting = written.value
    return ok(null)
  }

  #textNow(): string | null {
    try {
      return textOf(readRegular(this.#path))
    } catch {
      return null
    }
  }

  /** Null if the file cannot be read now. */
  #look(): Known<Content> | null {
    let text: string
    try {
      text = textOf(readRegular(this.#path))
    } catch (error) {
      if (isUnusable(error)) return this.#setAside()
      const isMissing = faultCode(error) === 'ENOENT'
      this.#fault = isMissing ? null : { type: 'unread', why: fileFault(error) }
      return isMissing ? { content: this.#absent, text: null } : null
    }
    try {
      const content = this.#parse(JSON.parse(text))
      this.#fault = null
      return { content, text }
    } catch {
      return this.#setAside()
    }
  }

  /** Wrong content that cannot be set aside is not overwritten either. */
  #setAside(): Known<Content> | null {
    const moved = moveAside(this.#path, this.#now())
    this.#fault = moved.ok
      ? { type: 'setAside', movedTo: moved.value }
      : { type: 'unread', why: `it is damaged and can’t be set aside because ${moved.error}` }
    return moved.ok ? { content: this.#absent, text: null } : null
  }
}
