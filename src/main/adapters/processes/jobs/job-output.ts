import { HeadAndTail, type Printed } from '../output/printed.ts'
import { TailRing } from '../output/tail-ring.ts'
import { plainText } from '../output/terminal-text.ts'
import { orphanedHead } from '../output/whole-characters.ts'

/** How much of the end is kept, read or unread, in bytes. */
const RECENT_BYTES = 32 * 1024

/** A job's output: what the model has not read, and the end of everything. 64 KB, however much there is. */
export class JobOutput {
  #unread = new HeadAndTail()
  #hasUnread = false
  readonly #recent = new TailRing(RECENT_BYTES)

  /** Bytes arrive in whole characters (readPipes). */
  push(bytes: Uint8Array): void {
    this.#unread.push(bytes)
    this.#recent.push(bytes)
    this.#hasUnread = true
  }

  get hasUnread(): boolean {
    return this.#hasUnread
  }

  /** The output since the last call: each byte once, with the middle of a long output dropped and counted. */
  take(): Printed {
    const printed = this.#unread.read(null)
    this.#unread = new HeadAndTail()
    this.#hasUnread = false
    return printed
  }

  /** The last lines, read or unread; a line whose start is lost counts as one. */
  lastLines(count: number): string {
    const bytes = this.#recent.read()
    const isWhole = this.#recent.total === bytes.length
    const text = plainText(bytes.toString('utf8', isWhole ? 0 : orphanedHead(bytes)))
    return text.trimEnd().split('\n').slice(-count).join('\n')
  }
}
