import { SerializeAddon } from '@xterm/addon-serialize/lib/addon-serialize.mjs'
import type { IMarker } from '@xterm/headless'
import type { TerminalSize } from '../../../shared/conversation/terminal.ts'
import { TERMINAL_LINES } from '../../../shared/conversation/terminal-limits.ts'
import { lastUnits } from '../../../shared/visible-text.ts'
import { guard } from '../../runtime/guard.ts'
import { Terminal } from './headless.ts'
import type { ScreenText } from './messages.ts'

/** The longest text of a screen; if it is longer, the oldest lines are omitted. */
const MAX_SCREEN = 1024 * 1024
/** The longest text of a command with its output. */
const MAX_COMMAND = 64 * 1024
/** The operating system command (OSC) with which shells mark their prompts and commands. */
const SHELL_MARKS = 133

export interface ScreenListeners {
  /** Called with the terminal's answer to a program's query. */
  readonly onAnswer: (data: string) => void
  readonly onTitle: (title: string) => void
}

/**
 * The content of a terminal, derived from its output: a window that attaches later gets it unchanged, with its modes and the
 * scrollback, and no program's query is answered a second time.
 */
export class Screen {
  readonly #terminal
  readonly #serialize = new SerializeAddon()
  /** Where the last command was entered, where it ended, and where the latest prompt began. */
  #command: IMarker | null = null
  #commandEnd: IMarker | null = null
  #prompt: IMarker | null = null
  #hasShellMarks = false

  constructor({ columns, rows }: TerminalSize, { onAnswer, onTitle }: ScreenListeners) {
    this.#terminal = new Terminal({
      cols: columns,
      rows,
      scrollback: TERMINAL_LINES,
      allowProposedApi: true,
    })
    this.#terminal.loadAddon(this.#serialize)
    this.#terminal.onData(guard("a terminal's reply", onAnswer))
    this.#terminal.onTitleChange(guard("a terminal's title", onTitle))
    this.#terminal.parser.registerOscHandler(SHELL_MARKS, (data) => {
      this.#takeShellMark(data)
      return true
    })
  }

  get size(): TerminalSize {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows }
  }

  /** `done`: called when this text and everything before it is on the screen, and nothing after it. */
  write(text: string, done: () => void): void {
    this.#terminal.write(text, guard('drawing terminal output', done))
  }

  /** After everything written before it, which is for the old size. */
  resize({ columns, rows }: TerminalSize): void {
    this.write('', () => this.#terminal.resize(columns, rows))
  }

  /** Called before the input is written to the shell. If the shell sends no marks, an entered line begins a command. */
  typed(data: string): void {
    if (this.#hasShellMarks || this.#isInFullScreen || !/[\r\n]/.test(data)) return
    this.#begin(this.#here())
  }

  /** Everything that has been drawn so far. */
  text(at: number): ScreenText {
    for (let scrollback = TERMINAL_LINES; ; scrollback = Math.floor(scrollback / 2)) {
      const text = this.#serialize.serialize({ scrollback })
      if (text.length <= MAX_SCREEN || scrollback === 0) return { at, size: this.size, text }
    }
  }

  /** The line in which the last command was entered, and its output up to now or the next prompt. Empty if none is known. */
  lastCommand(): string {
    const from = this.#command
    if (from === null || from.isDisposed) return ''
    const end = this.#commandEnd
    const isOver = end !== null && !end.isDisposed && end.line > from.line
    return this.#linesOf(from.line, isOver ? end.line : this.#lineOfCursor + 1)
  }

  dispose(): void {
    this.#terminal.dispose()
  }

  get #isInFullScreen(): boolean {
    return this.#terminal.buffer.active.type === 'alternate'
  }

  get #lineOfCursor(): number {
    const { baseY, cursorY } = this.#terminal.buffer.normal
    return baseY + cursorY
  }

  #here(): IMarker | null {
    return this.#isInFullScreen ? null : (this.#terminal.registerMarker(0) ?? null)
  }

  #begin(at: IMarker | null): void {
    this.#command?.dispose()
    this.#commandEnd?.dispose()
    this.#command = at
    this.#commandEnd = null
  }

  /** A: a prompt begins. C: the command entered at it runs. D: the command has ended. */
  #takeShellMark(data: string): void {
    if (data.startsWith('A')) {
      this.#prompt?.dispose()
      this.#prompt = this.#here()
    }
    if (data.startsWith('C')) {
      this.#hasShellMarks = true
      this.#begin(this.#prompt ?? this.#here())
      this.#prompt = null
    }
    if (data.startsWith('D')) this.#commandEnd ??= this.#here()
  }

  #linesOf(from: number, end: number): string {
    const { normal } = this.#terminal.buffer
    let text = ''
    for (let at = from; at < end; at += 1) {
      const line = normal.getLine(at)
      if (line === undefined) break
      const isWrapped = at > from && line.isWrapped
      const isContinued = normal.getLine(at + 1)?.isWrapped === true
      text += `${isWrapped || at === from ? '' : '\n'}${line.translateToString(!isContinued)}`
    }
    const trimmed = text.trimEnd()
    return trimmed.length <= MAX_COMMAND ? trimmed : `…\n${lastUnits(trimmed, MAX_COMMAND)}`
  }
}
