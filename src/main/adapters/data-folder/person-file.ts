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

/**
 * A JSON file of the data folder with what a person has set, entered or allowed. Wrong content is set aside. A file that
 * cannot be read now (too many open files, no permission, a disk error) is neither moved nor overwritten: `absent` applies
 * until a later read succeeds. Read at the first use, and only once.
 */
export class PersonFile<Content> {
  readonly #path: string
  readonly #parse: (json: unknown) => Content
  readonly #absent: Content
  readonly #now: () => number
  readonly #replace: ReplaceFile
  #known: { readonly content: Content } | null = null
  #fault: PersonFileFault | null = null

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

  /** Fails if the file cannot be read now. Ask this before working out a change. The error is part of a sentence. */
  read(): Result<Content, string> {
    this.#known ??= this.#look()
    if (this.#known !== null) return ok(this.#known.content)
    const why = this.#fault?.type === 'unread' ? this.#fault.why : ''
    return failed(`${this.#path} can’t be read right now: ${why}`)
  }

  /** Refuses while the file has never been read. The error ends a sentence. */
  write(content: Content, space: number): Result<null, string> {
    if (this.#known === null) return failed(`${this.#path} could not be read`)
    const written = this.#replace(this.#path, `${JSON.stringify(content, null, space)}\n`, 0o600)
    if (written.ok) this.#known = { content }
    return written
  }

  /** Null if the file cannot be read now. */
  #look(): { readonly content: Content } | null {
    let text: string
    try {
      text = textOf(readRegular(this.#path))
    } catch (error) {
      if (isUnusable(error)) return this.#setAside()
      const isMissing = faultCode(error) === 'ENOENT'
      this.#fault = isMissing ? null : { type: 'unread', why: fileFault(error) }
      return isMissing ? { content: this.#absent } : null
    }
    try {
      const content = this.#parse(JSON.parse(text))
      this.#fault = null
      return { content }
    } catch {
      return this.#setAside()
    }
  }

  /** Wrong content that cannot be set aside is not overwritten either. */
  #setAside(): { readonly content: Content } | null {
    const moved = moveAside(this.#path, this.#now())
    this.#fault = moved.ok
      ? { type: 'setAside', movedTo: moved.value }
      : { type: 'unread', why: `it is damaged and can’t be set aside because ${moved.error}` }
    return moved.ok ? { content: this.#absent } : null
  }
}
