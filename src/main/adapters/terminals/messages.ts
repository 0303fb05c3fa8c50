import type { TerminalSize } from '../../../shared/conversation/terminal.ts'
import type { Exit, ProcessOrder } from '../processes/spawn/command-process.ts'

/**
 * To the terminal host. `id` of a terminal is assigned by the sender of the orders; `ask` identifies a question and its
 * answer.
 */
export type TerminalOrder =
  | {
      readonly type: 'start'
      readonly id: number
      readonly order: ProcessOrder
      readonly size: TerminalSize
      /** What the core files of its programs contain (crash-dumps.ts). */
      readonly dumpFilter: string | null
    }
  | { readonly type: 'write'; readonly id: number; readonly data: string }
  | { readonly type: 'resize'; readonly id: number; readonly size: TerminalSize }
  | { readonly type: 'readScreen'; readonly id: number; readonly ask: number }
  | { readonly type: 'readLastCommand'; readonly id: number; readonly ask: number }
  /** Confirms that this much output has arrived (code units). */
  | { readonly type: 'confirmed'; readonly id: number; readonly length: number }
  /** Ends its shell as a closed terminal does. */
  | { readonly type: 'hangUp'; readonly id: number }
  /** Discards everything about a terminal; it is closed even if something still runs in it. */
  | { readonly type: 'forget'; readonly id: number }

/** A screen and its scrollback as a stream that draws them, with all output up to `at`. */
export interface ScreenText {
  readonly at: number
  readonly size: TerminalSize
  readonly text: string
}

/** From the terminal host. */
export type TerminalReport =
  | {
      readonly type: 'started'
      readonly id: number
      readonly pid: number
      readonly startTime: number
    }
  | { readonly type: 'failed'; readonly id: number; readonly code: string }
  | {
      readonly type: 'printed'
      readonly id: number
      readonly from: number
      readonly text: string
    }
  | { readonly type: 'resized'; readonly id: number; readonly size: TerminalSize }
  | { readonly type: 'titled'; readonly id: number; readonly title: string }
  /** Follows all of its output. */
  | { readonly type: 'exited'; readonly id: number; readonly exit: Exit }
  | ({ readonly type: 'screen'; readonly ask: number } & ScreenText)
  | { readonly type: 'lastCommand'; readonly ask: number; readonly text: string }
  /** The answer to a question about a terminal that does not exist. */
  | { readonly type: 'unknown'; readonly ask: number }
