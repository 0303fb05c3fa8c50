import { wordsOf } from './list-pages.ts'
import { plainText } from '../processes/output/terminal-text.ts'

const MAX_LOG = 64 * 1024
const MAX_LINE = 2_000
/** The last line that Node prints when it crashes: the error is above it, before its stack. */
const VERSION_OF_NODE = /^Node\.js v\d/
const ERROR = /^\w*Error\b/

/** A server's recent output besides its answers, for a user who wants to know why it fails. */
export class ServerLog {
  #text = ''
  readonly #clean: (text: string) => string

  /** `clean`: removes secrets. */
  constructor(clean: (text: string) => string) {
    this.#clean = clean
  }

  /** Adds a line from Phoenix about the server. */
  note(line: string): void {
    this.add(`[${line}]\n`)
  }

  /** What an error of the server says, which can repeat a key that it was sent. */
  words(error: unknown): string {
    return wordsOf(error, this.#clean)
  }

  /** Adds raw output of the server, in pieces of any length. */
  add(text: string): void {
    const piece = text.length > MAX_LOG ? text.slice(-MAX_LOG) : text
    this.#text = (this.#text + piece).slice(-MAX_LOG)
  }

  get text(): string {
    return this.#clean(plainText(this.#text))
  }

  /** The last line, or the error of a crash in Node; empty if there is no output yet. */
  lastLine(): string {
    const lines = this.text
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('['))
    const last = lines.at(-1) ?? ''
    const error = VERSION_OF_NODE.test(last) ? lines.findLast((line) => ERROR.test(line)) : null
    return (error ?? last).trim().slice(0, MAX_LINE / 8)
  }
}
