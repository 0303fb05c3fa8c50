import type { TerminalSize } from '../../../shared/conversation/terminal.ts'
import { TERMINAL_PIECE, TERMINAL_WINDOW } from '../../../shared/conversation/terminal-limits.ts'
import type { WorkId } from '../../../shared/ids.ts'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import type { TerminalScreen } from './terminal-port.ts'

/**
 * The progress of a client that watches a terminal. Lengths and places are UTF-16 code units since the terminal
 * started.
 */
type Progress =
  /** The screen is being read for it: what is heard meanwhile is on the screen or follows it. */
  | { readonly type: 'waiting' }
  | { readonly type: 'following'; readonly sent: number; readonly drawn: number }
  /**
   * There was more output than it can draw: it receives nothing until it has drawn what it has, and then the current
   * screen.
   */
  | { readonly type: 'behind'; readonly sent: number }

type Heard =
  | { readonly type: 'printed'; readonly from: number; readonly text: string }
  | { readonly type: 'resized'; readonly size: TerminalSize }

export interface ViewerParts {
  readonly terminalId: WorkId
  readonly push: (event: ClientEvent) => void
  /** Null if the terminal is gone, or did not answer in time. */
  readonly readScreen: () => Promise<TerminalScreen | null>
  /** Calls back after a pause, if the client still watches the terminal, and it still runs. */
  readonly later: (run: () => void) => void
}

/** One client that watches one terminal: never sent more than it can draw, and always brought to the final screen. */
export class Viewer {
  readonly #parts: ViewerParts
  #progress: Progress = { type: 'waiting' }
  /** In order, while it waits. */
  #heard: Heard[] = []
  /** The length of their text. */
  #heardLength = 0
  /** Number of the latest request for the screen. */
  #screenRequest = 0

  constructor(parts: ViewerParts) {
    this.#parts = parts
  }

  /** Sends the screen, and from there on the output. */
  async show(): Promise<void> {
    this.#progress = { type: 'waiting' }
    this.#heard = []
    this.#heardLength = 0
    this.#screenRequest += 1
    const screenRequest = this.#screenRequest
    const screen = await this.#parts.readScreen()
    if (screenRequest !== this.#screenRequest) return
    if (screen === null) {
      this.#parts.later(() => {
        if (screenRequest === this.#screenRequest) void this.show()
      })
      return
    }
    const { at, size, text } = screen
    const count = Math.max(1, Math.ceil(text.length / TERMINAL_PIECE))
    for (let index = 0; index < count; index += 1) {
      const piece = text.slice(index * TERMINAL_PIECE, (index + 1) * TERMINAL_PIECE)
      this.#push({ type: 'terminal.screen', at, size, index, count, text: piece })
    }
    // The screen itself is to be drawn first.
    this.#progress = { type: 'following', sent: at, drawn: at - text.length }
    const heard = this.#heard
    this.#heard = []
    for (const each of heard)
      if (each.type === 'printed') this.printed(each.from, each.text)
      else this.resized(each.size)
  }

  printed(from: number, text: string): void {
    if (this.#progress.type === 'waiting') return this.#hear(from, text)
    if (this.#progress.type !== 'following') return
    const { drawn, sent } = this.#progress
    const end = from + text.length
    if (end <= sent) return
    if (end - drawn > TERMINAL_WINDOW) {
      this.#progress = { type: 'behind', sent }
      return
    }
    const at = Math.max(from, sent)
    this.#push({ type: 'terminal.printed', from: at, text: text.slice(at - from) })
    this.#progress = { type: 'following', sent: end, drawn }
  }

  resized(size: TerminalSize): void {
    if (this.#progress.type === 'waiting') this.#heard.push({ type: 'resized', size })
    if (this.#progress.type === 'following') this.#push({ type: 'terminal.resized', size })
  }

  drawn(until: number): void {
    const progress = this.#progress
    if (progress.type === 'following') {
      const drawn = Math.max(progress.drawn, Math.min(until, progress.sent))
      this.#progress = { ...progress, drawn }
    } else if (progress.type === 'behind' && until >= progress.sent) void this.show()
  }

  /** If it is too much to be drawn, only the newest is kept: after a gap, the client attaches again. */
  #hear(from: number, text: string): void {
    this.#heardLength += text.length
    if (this.#heardLength > TERMINAL_WINDOW) {
      this.#heard = this.#heard.filter(({ type }) => type === 'resized')
      this.#heardLength = text.length
    }
    this.#heard.push({ type: 'printed', from, text })
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
