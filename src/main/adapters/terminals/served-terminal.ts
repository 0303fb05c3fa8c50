import type { IPty } from '@lydell/node-pty'
import { constants } from 'node:os'
import type { TerminalSize } from '../../../shared/conversation/terminal.ts'
import { TERMINAL_PIECE } from '../../../shared/conversation/terminal-limits.ts'
import { firstUnits } from '../../../shared/visible-text.ts'
import { guard } from '../../runtime/guard.ts'
import type { Exit } from '../processes/spawn/command-process.ts'
import type { ScreenText } from './messages.ts'
import { Pieces } from './pieces.ts'
import { Screen } from './screen.ts'
import type { TerminalInput } from './terminal-input.ts'

/**
 * The limit for output that waits to be sent, drawn or confirmed; beyond it, the program in the terminal waits (code units).
 */
const MAX_WAITING = 4 * TERMINAL_PIECE
const MAX_TITLE = 200

type Input = Pick<TerminalInput, 'write' | 'answer' | 'close'>

interface PtyAndInput {
  readonly pty: IPty
  readonly input: Input
}

export interface TerminalNews {
  readonly onPrinted: (from: number, text: string) => void
  readonly onResized: (size: TerminalSize) => void
  readonly onTitled: (title: string) => void
  readonly onExited: (exit: Exit) => void
  /** Called when there is something to send. */
  readonly onWaiting: () => void
}

/**
 * One terminal on the side of its host. Output goes to its screen at once, and is sent out at the pace of the receiver; a
 * faster program waits.
 */
export class ServedTerminal {
  readonly #pty: IPty
  readonly #input: Input
  readonly #screen: Screen
  readonly #news: TerminalNews
  readonly #waiting = new Pieces()
  /** How much has been read, drawn and sent since the beginning, and how much is sent but not yet confirmed (code units). */
  #read = 0
  #drawn = 0
  #sent = 0
  #unconfirmed = 0
  /** The number of screens being made: output that arrives meanwhile is sent after them. */
  #screensDue = 0
  /** How many times its size has changed. */
  #resized = 0
  #title: string | null = null
  /** The exit, until it is reported. */
  #exit: Exit | null = null
  /** True once nobody reads its input. */
  #isOver = false
  #isPaused = false

  constructor({ input, pty }: PtyAndInput, size: TerminalSize, news: TerminalNews) {
    this.#pty = pty
    this.#input = input
    this.#news = news
    this.#screen = new Screen(size, {
      onAnswer: (data) => {
        if (!this.#isOver) input.answer(data)
      },
      onTitle: (title) => {
        this.#title = firstUnits(title, MAX_TITLE)
        news.onWaiting()
      },
    })
    pty.onData(guard("a terminal's output", (text) => this.#take(text)))
    pty.onExit(guard("a terminal's exit", (ended) => this.#end(ended)))
    // Without a second listener, node-pty throws connection errors. The end that follows says everything.
    if ('on' in pty && typeof pty.on === 'function') pty.on('error', () => undefined)
  }

  get hasNews(): boolean {
    if (this.#title !== null) return true
    return this.#waiting.length > 0 ? this.#canSend : this.#exit !== null
  }

  /** Sends what is waiting, at most this much. Returns how much it was. */
  send(most: number): number {
    if (this.#title !== null) this.#news.onTitled(this.#title)
    this.#title = null
    const text = this.#canSend ? this.#waiting.take(most) : ''
    this.#sendText(text)
    if (this.#exit !== null && this.#waiting.length === 0) {
      this.#news.onExited(this.#exit)
      this.#exit = null
    }
    this.#pace()
    return text.length
  }

  confirmed(length: number): void {
    this.#unconfirmed -= length
    if (this.hasNews) this.#news.onWaiting()
  }

  write(data: string): void {
    if (this.#isOver) return
    this.#screen.typed(data)
    this.#input.write(data)
  }

  /** An interactive shell ignores SIGTERM; at SIGHUP it saves its history, runs its traps and ends. */
  hangUp(): void {
    if (!this.#isOver) this.#pty.kill('SIGHUP')
  }

  /** Ordered after all output for the old size. */
  resize(size: TerminalSize): void {
    this.#sendText(this.#waiting.take(this.#waiting.length))
    if (!this.#isOver) this.#pty.resize(size.columns, size.rows)
    this.#screen.resize(size)
    this.#resized += 1
    this.#news.onResized(size)
  }

  /** Nothing is sent between what the screen contains and its answer. After a new size, it is read again. */
  readScreen(answer: (screen: ScreenText) => void): void {
    const at = this.#read
    const resized = this.#resized
    this.#screensDue += 1
    this.#screen.write('', () => {
      this.#screensDue -= 1
      if (this.#resized > resized) return this.readScreen(answer)
      answer(this.#screen.text(at))
      if (this.hasNews) this.#news.onWaiting()
    })
  }

  readLastCommand(answer: (text: string) => void): void {
    this.#screen.write('', () => answer(this.#screen.lastCommand()))
  }

  close(): void {
    this.#input.close()
    // A program that survived the order to end loses its terminal. After its end, the pid may belong to another process.
    if (!this.#isOver && 'destroy' in this.#pty && typeof this.#pty.destroy === 'function')
      this.#pty.destroy()
    this.#screen.dispose()
  }

  get #canSend(): boolean {
    return this.#screensDue === 0 && this.#unconfirmed < MAX_WAITING
  }

  #take(text: string): void {
    this.#read += text.length
    this.#waiting.push(text)
    this.#screen.write(text, () => {
      this.#drawn += text.length
      this.#pace()
    })
    this.#pace()
    this.#news.onWaiting()
  }

  #sendText(text: string): void {
    if (text === '') return
    this.#news.onPrinted(this.#sent, text)
    this.#sent += text.length
    this.#unconfirmed += text.length
  }

  #pace(): void {
    const isFull = this.#waiting.length > MAX_WAITING || this.#read - this.#drawn > MAX_WAITING
    if (isFull === this.#isPaused) return
    this.#isPaused = isFull
    if (isFull) this.#pty.pause()
    else this.#pty.resume()
  }

  #end({ exitCode, signal }: { readonly exitCode: number; readonly signal?: number }): void {
    this.#isOver = true
    this.#input.close()
    const name = signal ? nameOfSignal(signal) : null
    this.#exit = { code: name === null ? exitCode : null, signal: name }
    this.#news.onWaiting()
  }
}

function nameOfSignal(number: number): string {
  const found = Object.entries(constants.signals).find(([, each]) => each === number)
  return found?.[0] ?? `signal ${number}`
}
