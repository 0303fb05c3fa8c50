import type { TerminalSize } from '../../../shared/conversation/terminal.ts'
import type { ConversationId, WorkId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'

export interface TerminalRequest {
  readonly conversationId: ConversationId
  readonly terminalId: WorkId
  readonly folder: string
  readonly size: TerminalSize
}

/** Receives everything in the order in which it happened. `from` and `at` count UTF-16 code units since the start. */
export interface TerminalListener {
  readonly onPrinted: (from: number, text: string) => void
  readonly onResized: (size: TerminalSize) => void
  readonly onTitled: (title: string) => void
  /** Called once, last: everything started in the terminal has ended by then. Null values: it is unknown how it ended. */
  readonly onEnded: (end: { readonly code: number | null; readonly signal: string | null }) => void
}

/** A screen and its scrollback as a stream that draws them; it includes all output up to `at`. */
export interface TerminalScreen {
  readonly at: number
  readonly size: TerminalSize
  readonly text: string
}

export interface OpenTerminal {
  write(data: string): void
  resize(size: TerminalSize): void
  /** Returns the screen; null if it is gone. Nothing on the screen is reported again as output afterwards. */
  screen(): Promise<TerminalScreen | null>
  /** Returns the last command and its output; empty if none is known. */
  lastCommand(): Promise<string>
  /** Ends it and everything started in it. Resolves when all of that is gone, or given up and listed as left over. */
  end(): Promise<void>
}

/** A person's own shell at a terminal. */
export interface TerminalPort {
  /** The name of a shell before it sets a title. */
  readonly shellName: string
  /** Null if terminals are available here; otherwise why not, for people. */
  readonly missing: string | null
  /** The error is a sentence. Never rejects. */
  open(request: TerminalRequest, listener: TerminalListener): Promise<Result<OpenTerminal, string>>
  /** Called when all have ended. */
  close(): void
}

export interface TerminalEnder {
  /** Tells all terminals of a conversation to end, in this tick, because it is deleted. */
  endIn(conversationId: ConversationId): void
}
