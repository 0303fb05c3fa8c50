import { TailRing } from './tail-ring.ts'
import { colouredText, unfinishedFrom } from './terminal-text.ts'
import { orphanedHead } from './whole-characters.ts'
import { guard } from '../../../runtime/guard.ts'

/** At most 20 pieces a second, each with at most the last 64 KB since the previous one. */
const INTERVAL_MS = 50
export const MAX_PIECE_BYTES = 64 * 1024

/**
 * A command's output for the screen: the first piece at once, later ones batched. Bytes arrive in whole characters
 * (createWholeCharacters); only what is shown is decoded.
 */
export class LiveOutput {
  readonly #show: (text: string) => void
  readonly #waiting = new TailRing(MAX_PIECE_BYTES)
  #carried = ''
  #timer: NodeJS.Timeout | null = null

  constructor(show: (text: string) => void) {
    this.#show = show
  }

  push(bytes: Uint8Array): void {
    this.#waiting.push(bytes)
    if (this.#timer === null) this.#flush()
  }

  /** Shows what is still waiting. */
  finish(): void {
    const carried = this.#takePiece()
    this.stop()
    this.#send(colouredText(carried))
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#waiting.clear()
    this.#carried = ''
  }

  #flush(): void {
    this.#timer = null
    if (this.#waiting.total === 0) return
    const text = this.#takePiece()
    const end = unfinishedFrom(text)
    this.#carried = text.slice(end)
    this.#timer = setTimeout(
      guard('showing output', () => this.#flush()),
      INTERVAL_MS,
    )
    this.#send(colouredText(text.slice(0, end)))
  }

  /** The carried-over text and the waiting bytes; a carried-over carriage return starts a new line. */
  #takePiece(): string {
    const bytes = this.#waiting.read()
    const skipped = this.#waiting.total - bytes.length
    this.#waiting.clear()
    if (skipped > 0) {
      const orphaned = orphanedHead(bytes)
      const note = `\n[… ${skipped + orphaned} bytes are not shown …]\n`
      return note + bytes.toString('utf8', orphaned)
    }
    const carried = this.#carried
    const text = bytes.toString()
    if (carried === '\r') return text.startsWith('\n') ? text : `\n${text}`
    return carried + text
  }

  #send(text: string): void {
    if (text !== '') this.#show(text)
  }
}
