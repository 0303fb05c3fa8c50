import {
  TERMINAL_PIECE,
  TERMINAL_WINDOW,
  type TerminalSize,
} from '../../../shared/conversation/terminal.ts'
import type { WorkId } from '../../../shared/ids.ts'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import type { TerminalScreen } from './terminal-port.ts'

/**
 * The progress of a client that watches a terminal. Lengths and places are UTF-16 code units since the terminal
 * started.
 */
type Standing =
  /** The screen is being read for it: output printed meanwhile is on the screen or follows it. */
  | { readonly type: 'waiting' }
  | { readonly type: 'following'; readonly sent: number; readonly drawn: number }
  /**
   * There was more output than it can draw: it receives nothing until it has drawn what it has, and then the current
   * screen.
   */
  | { readonly type: 'behind'; readonly sent: number }

export interface ViewerParts {
  readonly terminalId: WorkId
  readonly push: (event: ClientEvent) => void
  /** Null if the terminal is gone. */
  readonly readScreen: () => Promise<TerminalScreen | null>
}

/** One client that watches one terminal: never sent more than it can draw, and always brought to the final screen. */
export class Viewer {
  readonly #parts: ViewerParts
  #standing: Standing = { type: 'waiting' }
  /** Number of the latest request for the screen. */
  #asked = 0

  constructor(parts: ViewerParts) {
    this.#parts = parts
  }

  /** Sends the screen, and from there on the output. */
  async show(): Promise<void> {
    this.#standing = { type: 'waiting' }
    this.#asked += 1
    const asked = this.#asked
    const screen = await this.#parts.readScreen()
    if (asked !== this.#asked || screen === null) return
    const { at, size, text } = screen
    const count = Math.max(1, Math.ceil(text.length / TERMINAL_PIECE))
    for (let index = 0; index < count; index += 1) {
      const piece = text.slice(index * TERMINAL_PIECE, (index + 1) * TERMINAL_PIECE)
      this.#push({ type: 'terminal.screen', at, size, index, count, text: piece })
    }
    // The screen itself is to be drawn first.
    this.#standing = { type: 'following', sent: at, drawn: at - text.length }
  }

  printed(from: number, text: string): void {
    if (this.#standing.type !== 'following') return
    const { drawn, sent } = this.#standing
    const end = from + text.length
    if (end <= sent) return
    if (end - drawn > TERMINAL_WINDOW) {
      this.#standing = { type: 'behind', sent }
      return
    }
    const at = Math.max(from, sent)
    this.#push({ type: 'terminal.printed', from: at, text: text.slice(at - from) })
    this.#standing = { type: 'following', sent: end, drawn }
  }

  resized(size: TerminalSize): void {
    if (this.#standing.type === 'following') this.#push({ type: 'terminal.resized', size })
  }

  drawn(until: number): void {
    const standing = this.#standing
    if (standing.type === 'following') {
      const drawn = Math.max(standing.drawn, Math.min(until, standing.sent))
      this.#standing = { ...standing, drawn }
    } else if (standing.type === 'behind' && until >= standing.sent) void this.show()
  }

  #push(event: OfTerminal): void {
    this.#parts.push({ ...event, terminalId: this.#parts.terminalId })
  }
}

type Addressed = Extract<
  ClientEvent,
  { type: 'terminal.screen' | 'terminal.printed' | 'terminal.resized' }
>
type WithoutId<Event> = Event extends Addressed ? Omit<Event, 'terminalId'> : never
type OfTerminal = WithoutId<Addressed>
