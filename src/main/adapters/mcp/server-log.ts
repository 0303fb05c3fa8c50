import { plainText } from '../processes/output/terminal-text.ts'

const MAX_LOG = 64 * 1024
const MAX_LINE = 2_000

/** What a server has printed lately besides its answers, for the person who looks why it does not work. */
export class ServerLog {
  #text = ''
  readonly #clean: (text: string) => string

  /** `clean`: removes secrets. */
  constructor(clean: (text: string) => string) {
    this.#clean = clean
  }

  /** A line from Phoenix about the server. */
  note(line: string): void {
    this.add(`[${line}]\n`)
  }

  /** Raw output of the server: in pieces of any length. */
  add(text: string): void {
    const piece = text.length > MAX_LOG ? text.slice(-MAX_LOG) : text
    this.#text = (this.#text + piece).slice(-MAX_LOG)
  }

  get text(): string {
    return this.#clean(plainText(this.#text))
  }

  /** The end of it, for a sentence; empty: nothing so far. */
  lastLine(): string {
    const lines = this.text
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('['))
    return (lines.at(-1) ?? '').trim().slice(0, MAX_LINE / 8)
  }
}
