import type { TerminalSize } from '../../../shared/conversation/terminal.ts'
import { TERMINAL_PIECE } from '../../../shared/conversation/terminal-limits.ts'
import type { WorkId } from '../../../shared/ids.ts'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import { firstUnits } from '../../../shared/visible-text.ts'
import type { Client } from '../../../client/client.ts'

export type TerminalEvent = Extract<
  ClientEvent,
  { type: 'terminal.screen' | 'terminal.printed' | 'terminal.resized' }
>

/** The view of a terminal. */
export interface Drawing {
  /** Clears it. */
  reset(size: TerminalSize): void
  resize(size: TerminalSize): void
  /** Calls `drawn` when this text and everything before it is on the screen. */
  write(text: string, drawn: () => void): void
}

/** The longest delay of a report to the host about what has been drawn (ms). */
const REPORT_MS = 100

/** Passes a terminal's output to its view, and reports to the host how much has been drawn. */
export class TerminalLine {
  readonly terminalId: WorkId
  readonly #client: Pick<Client, 'request'>
  readonly #drawing: Drawing
  /** The position up to which output has arrived. Null: waiting for a screen. */
  #come: number | null = null
  #reported = 0
  #drawn = 0
  #reporting: ReturnType<typeof setTimeout> | null = null
  #isEnded = false

  constructor(terminalId: WorkId, client: Pick<Client, 'request'>, drawing: Drawing) {
    this.terminalId = terminalId
    this.#client = client
    this.#drawing = drawing
  }

  /** Requests the screen, and all later output. */
  attach(): void {
    this.#come = null
    void this.#client.request('terminal.attach', { terminalId: this.terminalId })
  }

  take(event: TerminalEvent): void {
    switch (event.type) {
      case 'terminal.screen':
        return this.#show(event)
      case 'terminal.printed': {
        if (this.#come === null) return
        // A gap: only the screen contains what is missing.
        if (event.from !== this.#come) return this.attach()
        this.#come += event.text.length
        return this.#write(event.text, this.#come)
      }
      case 'terminal.resized':
        if (this.#come !== null) this.#whenDrawn(() => this.#drawing.resize(event.size))
    }
  }

  /** Sends what a person types or pastes. A long text is sent in order, in parts that split no character. */
  write(data: string): void {
    const { terminalId } = this
    for (let left = data; left !== '';) {
      const piece = firstUnits(left, TERMINAL_PIECE)
      void this.#client.request('terminal.write', { terminalId, data: piece })
      left = left.slice(piece.length)
    }
  }

  resize(size: TerminalSize): void {
    void this.#client.request('terminal.resize', { terminalId: this.terminalId, size })
  }

  end(): void {
    if (this.#reporting !== null) clearTimeout(this.#reporting)
    this.#reporting = null
    this.#come = null
    this.#isEnded = true
  }

  #show({
    at,
    count,
    index,
    size,
    text,
  }: Extract<TerminalEvent, { type: 'terminal.screen' }>): void {
    if (index === 0) {
      this.#come = null
      this.#drawn = 0
      this.#reported = 0
      this.#whenDrawn(() => this.#drawing.reset(size))
    }
    const isLast = index === count - 1
    if (isLast) this.#come = at
    this.#write(text, isLast ? at : 0)
  }

  /** A view draws later what is written to it: a change waits for what came before it. */
  #whenDrawn(change: () => void): void {
    this.#drawing.write('', () => {
      if (!this.#isEnded) change()
    })
  }

  #write(text: string, until: number): void {
    this.#drawing.write(text, () => {
      if (this.#isEnded) return
      this.#drawn = Math.max(this.#drawn, until)
      if (this.#drawn - this.#reported >= TERMINAL_PIECE) this.#report()
      else if (this.#drawn > this.#reported)
        this.#reporting ??= setTimeout(() => this.#report(), REPORT_MS)
    })
  }

  #report(): void {
    if (this.#reporting !== null) clearTimeout(this.#reporting)
    this.#reporting = null
    this.#reported = this.#drawn
    const { terminalId } = this
    void this.#client.request('terminal.drawn', { terminalId, until: this.#drawn })
  }
}
