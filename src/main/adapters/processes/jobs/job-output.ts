import { HeadAndTail, type Printed } from '../output/printed.ts'
import { TailRing } from '../output/tail-ring.ts'
import { plainText } from '../output/terminal-text.ts'
import { orphanedHead } from '../output/whole-characters.ts'

/** How much of the end is kept whether it was read or not, in bytes. */
const RECENT_BYTES = 32 * 1024

/** What a job prints: what is new to the model, and the end of all of it. 64 KB, however much comes. */
export class JobOutput {
  #unread = new HeadAndTail()
  #hasUnread = false
  readonly #recent = new TailRing(RECENT_BYTES)

  /** Bytes come in whole characters (readPipes). */
  push(bytes: Uint8Array): void {
    this.#unread.push(bytes)
    this.#recent.push(bytes)
    this.#hasUnread = true
  }

  get hasUnread(): boolean {
    return this.#hasUnread
  }

  /** What came since it was last taken: each byte once, the middle of much left out and counted. */
  take(): Printed {
    const printed = this.#unread.read(null)
    this.#unread = new HeadAndTail()
    this.#hasUnread = false
    return printed
  }

  /** The last lines, taken before or not; a line whose start is not kept counts as one. */
  lastLines(count: number): string {
    const bytes = this.#recent.read()
    const isWhole = this.#recent.total === bytes.length
    const text = plainText(bytes.toString('utf8', isWhole ? 0 : orphanedHead(bytes)))
    return text.trimEnd().split('\n').slice(-count).join('\n')
  }
}
