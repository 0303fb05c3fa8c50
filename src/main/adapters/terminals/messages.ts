import type { TerminalSize } from '../../../shared/conversation/terminal.ts'
import type { Exit, ProcessOrder } from '../processes/spawn/command-process.ts'

/** To the terminal host. `id`: of a terminal, made by who orders; `ask`: of a question, named by its answer. */
export type TerminalOrder =
  | {
      readonly type: 'start'
      readonly id: number
      readonly order: ProcessOrder
      readonly size: TerminalSize
    }
  | { readonly type: 'write'; readonly id: number; readonly data: string }
  | { readonly type: 'resize'; readonly id: number; readonly size: TerminalSize }
  | { readonly type: 'readScreen'; readonly id: number; readonly ask: number }
  | { readonly type: 'readLastCommand'; readonly id: number; readonly ask: number }
  /** So much of what was printed has arrived. */
  | { readonly type: 'heard'; readonly id: number; readonly length: number }
  /** Nothing is kept of it; its terminal is closed under what still runs in it. */
  | { readonly type: 'forget'; readonly id: number }

/** A screen and its scrollback as a stream that draws them, with everything printed up to `at`. */
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
  /** After all that it printed. */
  | { readonly type: 'exited'; readonly id: number; readonly exit: Exit }
  | ({ readonly type: 'screen'; readonly ask: number } & ScreenText)
  | { readonly type: 'lastCommand'; readonly ask: number; readonly text: string }
  /** What was asked about is not there. */
  | { readonly type: 'unknown'; readonly ask: number }
