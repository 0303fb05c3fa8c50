import { assertNever } from '../../../shared/assert-never.ts'
import type { TerminalSize } from '../../../shared/conversation/terminal.ts'
import type { TerminalListener } from '../../runtime/terminals/terminal-port.ts'
import type { Channel, OpenChannel } from '../process-host/channel.ts'
import type { StartedElsewhere } from '../processes/keep-process.ts'
import { dumpFilterOfCommands } from '../processes/spawn/crash-dumps.ts'
import type { Exit, ProcessOrder, StartedProcess } from '../processes/spawn/command-process.ts'
import { RUN_TOKEN_NAME } from '../processes/tree/run-token.ts'
import { NEVER, within } from '../system/within.ts'
import type { ScreenText, TerminalOrder, TerminalReport } from './messages.ts'

export type OpenTerminalChannel = OpenChannel<TerminalOrder, TerminalReport>

/** How long a terminal may take to start, including the start of its host, and to answer a question (ms). */
const ANSWER_MS = 10_000
const UNKNOWN_EXIT: Exit = { code: null, signal: null }

/** A terminal in the host, and the orders for it. */
export interface HostedTerminal extends StartedElsewhere {
  write(data: string): void
  resize(size: TerminalSize): void
  screen(): Promise<ScreenText | null>
  lastCommand(): Promise<string>
  hangUp(): void
  /** Makes the host discard everything about the terminal. */
  forget(): void
}

type Started = HostedTerminal | Exclude<StartedProcess, { type: 'started' }>
export type Listener = Omit<TerminalListener, 'onEnded'>

interface RunningTerminal {
  readonly listener: Listener
  answered(answer: Extract<TerminalReport, { type: 'started' | 'failed' }> | { type: 'lost' }): void
  exited(exit: Exit): void
}

type Answer = Extract<TerminalReport, { ask: number }>

/**
 * The program's end of the terminal host, a separate process: it reads, keeps and paces the output of terminals, and a fault
 * in it ends nothing but terminals. It starts with the first terminal, and is restarted after it has ended.
 */
export class TerminalHost {
  readonly #open: OpenTerminalChannel
  readonly #newRunToken: () => string
  #channel: Channel<TerminalOrder> | null = null
  readonly #terminals = new Map<number, RunningTerminal>()
  readonly #questions = new Map<number, (answer: Answer | null) => void>()
  #next = 0
  #isClosed = false

  constructor(open: OpenTerminalChannel, newRunToken: () => string) {
    this.#open = open
    this.#newRunToken = newRunToken
  }

  /** Never rejects. */
  async start(order: ProcessOrder, size: TerminalSize, listener: Listener): Promise<Started> {
    const channel = this.#openChannel()
    if (channel === null) return { type: 'failed', code: 'EAGAIN' }
    const id = this.#next++
    const { promise, resolve } = Promise.withResolvers<Parameters<RunningTerminal['answered']>[0]>()
    const { promise: exit, resolve: exited } = Promise.withResolvers<Exit>()
    this.#terminals.set(id, { listener, answered: resolve, exited })
    channel.hold(true)
    channel.send({ type: 'start', id, order, size, dumpFilter: dumpFilterOfCommands() })
    const answered = await within(promise, ANSWER_MS, NEVER)
    const answer = answered.type === 'done' ? answered.value : ({ type: 'lost' } as const)
    // A host that hangs here would hang at all later orders.
    if (answered.type !== 'done') this.#end()
    if (answer.type !== 'started') {
      this.#drop(id)
      return answer
    }
    const { pid, startTime } = answer
    return { type: 'started', pid, startTime, exit, ...this.#hosted(id) }
  }

  close(): void {
    this.#isClosed = true
    this.#end()
  }

  #hosted(id: number): Omit<HostedTerminal, keyof StartedElsewhere> {
    return {
      write: (data) => this.#send({ type: 'write', id, data }),
      resize: (size) => this.#send({ type: 'resize', id, size }),
      screen: async () => {
        const answer = await this.#ask((ask) => ({ type: 'readScreen', id, ask }))
        return answer?.type === 'screen' ? answer : null
      },
      lastCommand: async () => {
        const answer = await this.#ask((ask) => ({ type: 'readLastCommand', id, ask }))
        return answer?.type === 'lastCommand' ? answer.text : ''
      },
      hangUp: () => this.#send({ type: 'hangUp', id }),
      forget: () => {
        this.#send({ type: 'forget', id })
        this.#drop(id)
      },
    }
  }

  /** Null if the system cannot start one now. */
  #openChannel(): Channel<TerminalOrder> | null {
    if (this.#channel !== null || this.#isClosed) return this.#channel
    const environment = { [RUN_TOKEN_NAME]: this.#newRunToken() }
    try {
      const channel = this.#open(environment, {
        onReport: (report) => this.#take(report),
        onEnd: () => {
          if (this.#channel === channel) this.#end()
        },
      })
      this.#channel = channel
      return channel
    } catch {
      return null
    }
  }

  #send(order: TerminalOrder): void {
    this.#channel?.send(order)
  }

  async #ask(orderOf: (ask: number) => TerminalOrder): Promise<Answer | null> {
    if (this.#channel === null) return null
    const ask = this.#next++
    const { promise, resolve } = Promise.withResolvers<Answer | null>()
    this.#questions.set(ask, resolve)
    this.#send(orderOf(ask))
    const answered = await within(promise, ANSWER_MS, NEVER)
    this.#questions.delete(ask)
    return answered.type === 'done' ? answered.value : null
  }

  #take(report: TerminalReport): void {
    switch (report.type) {
      case 'started':
      case 'failed':
        return this.#terminals.get(report.id)?.answered(report)
      case 'printed': {
        const { from, id, text } = report
        this.#send({ type: 'confirmed', id, length: text.length })
        return this.#terminals.get(id)?.listener.onPrinted(from, text)
      }
      case 'resized':
        return this.#terminals.get(report.id)?.listener.onResized(report.size)
      case 'titled':
        return this.#terminals.get(report.id)?.listener.onTitled(report.title)
      case 'exited':
        return this.#terminals.get(report.id)?.exited(report.exit)
      case 'screen':
      case 'lastCommand':
      case 'unknown':
        return this.#questions.get(report.ask)?.(report)
      default:
        assertNever(report)
    }
  }

  /** Ends the host. The kernel hangs up on the programs in its terminals, and their supervisor then ends them. */
  #end(): void {
    const ended = this.#channel
    this.#channel = null
    ended?.kill()
    for (const answer of this.#questions.values()) answer(null)
    for (const terminal of this.#terminals.values()) {
      terminal.answered({ type: 'lost' })
      terminal.exited(UNKNOWN_EXIT)
    }
    this.#terminals.clear()
  }

  #drop(id: number): void {
    this.#terminals.delete(id)
    if (this.#terminals.size === 0) this.#channel?.hold(false)
  }
}
