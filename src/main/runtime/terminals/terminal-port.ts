import type { TerminalSize } from '../../../shared/conversation/terminal.ts'
import type { ConversationId, WorkId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'

export interface TerminalRequest {
  readonly conversationId: ConversationId
  readonly terminalId: WorkId
  readonly folder: string
  readonly size: TerminalSize
}

/** All of it in the order in which it happened. `from` and `at` count UTF-16 code units since the beginning. */
export interface TerminalListener {
  readonly onPrinted: (from: number, text: string) => void
  readonly onResized: (size: TerminalSize) => void
  readonly onTitled: (title: string) => void
  /** Once, last: what was started in it is ended now. Null: nobody knows how it ended. */
  readonly onEnded: (end: { readonly code: number | null; readonly signal: string | null }) => void
}

/** A screen and its scrollback as a stream that draws them; it contains everything printed up to `at`. */
export interface TerminalScreen {
  readonly at: number
  readonly size: TerminalSize
  readonly text: string
}

export interface OpenTerminal {
  write(data: string): void
  resize(size: TerminalSize): void
  /** Null: it is gone. Nothing on the screen is reported again as printed after the answer. */
  screen(): Promise<TerminalScreen | null>
  /** The last command with what it printed; empty: none is known. */
  lastCommand(): Promise<string>
  /** Ends it with all that was started in it. Done when that is gone, or given up and listed as left over. */
  end(): Promise<void>
}

/** A person's own shell at a terminal. */
export interface TerminalPort {
  /** What a shell is called before it says so itself. */
  readonly shellName: string
  /** Null: terminals are to be had here. Otherwise why not, for people. */
  readonly missing: string | null
  /** The error is a sentence. Never rejects. */
  open(request: TerminalRequest, listener: TerminalListener): Promise<Result<OpenTerminal, string>>
  /** When all are ended. */
  close(): void
}

export interface TerminalEnder {
  /** All of a conversation are ordered to end in this tick: it is deleted. */
  endIn(conversationId: ConversationId): void
}
