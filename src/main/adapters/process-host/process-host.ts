import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { assertNever } from '../../../shared/assert-never.ts'
import type {
  CommandProcess,
  Exit,
  ProcessOrder,
  StartedProcess,
  StartProcess,
} from '../processes/spawn/command-process.ts'
import { RUN_TOKEN_NAME } from '../processes/tree/run-token.ts'
import { dumpFilterOfCommands } from '../processes/spawn/crash-dumps.ts'
import { startHere } from '../processes/spawn/spawn-process.ts'
import {
  createOutputPipePool,
  discard,
  makeNamedPipes,
  NO_OUTPUT_PIPES,
  type OutputPipes,
  pathsOf,
} from '../processes/spawn/output-pipes.ts'
import { NEVER, within } from '../system/within.ts'
import { inOwnTurn } from '../system/own-turn.ts'
import type { Channel, OpenChannel } from './channel.ts'
import { type GateServer, listenForGates } from './gate-server.ts'
import { type HostReport, SECRET_BYTES } from './messages.ts'

const SOCKET = 'process-host.sock'
/** The folder of the pipes that commands print into. */
const PIPES = 'pipes'
/** How long a process host may take to start a process (ms). One that takes longer is stuck, and is ended. */
const START_MS = 5_000
/** After this many deaths it is not restarted: processes are then started here. */
const MAX_DEATHS = 5
/**
 * The exit of processes whose parent, the process host, has ended: their fate is unknown, so they are ended and reported as
 * killed.
 */
const UNKNOWN_EXIT: Exit = { code: null, signal: 'SIGKILL' }

export interface ProcessHostOptions {
  /** Default, also if null: no process host; processes are started here. */
  readonly processHost?: OpenChannel | null
  /** Contains its socket and the pipes of commands; hidden from sandboxed commands. */
  readonly dataFolder: string
}

export interface ProcessHost {
  /**
   * Starts a process through the process host once that is ready, and until then as a child of this process: nobody waits
   * for it.
   */
  readonly start: StartProcess
  /** Starts it, if it has not been started yet. */
  prepare(): void
  /** Call this when nothing runs any more. */
  close(): void
}

/**
 * A small process that starts others: the time of a fork grows with the memory of the forking process, whose event loop
 * waits meanwhile. It starts when it is prepared, when the first command has ended, or with the second, because Phoenix asks
 * git right at its own start. If it ends, the next command restarts it. Only on Linux: elsewhere processes start without a fork. `runToken`: one
 * of this program's, by which its guardian knows what to end (guardian.ts). `startMs`: how long it may take to start a
 * process.
 */
export function createProcessHost(
  { dataFolder, processHost: open = null }: ProcessHostOptions,
  runToken: string,
  startMs = START_MS,
): ProcessHost {
  const isLinux = process.platform === 'linux'
  const make = (paths: readonly string[], signal: AbortSignal): Promise<boolean> =>
    current?.canMakePipes === true ? current.makePipes(paths) : makeNamedPipes(paths, { signal })
  const pool = isLinux ? createOutputPipePool(join(dataFolder, PIPES), { make }) : NO_OUTPUT_PIPES
  let current: RunningHost | null = null
  let isFirst = true
  let deaths = 0
  let isClosed = false

  function begin(): void {
    const mayBegin = isLinux && !isClosed && deaths < MAX_DEATHS
    if (open === null || current !== null || !mayBegin) return
    current = new RunningHost(open, { dataFolder, runToken, startMs }, () => {
      current = null
      deaths += 1
    })
  }

  return {
    async start(order) {
      // A process with input is a child of this process, because its pipe needs both ends here.
      if (order.hasInput) return startHere(order)
      const pipes = await pool.take()
      if (current?.isReady === true && pipes !== null) return current.start(order, pipes)
      const started = await startHere(order, pipes)
      if (isFirst && started.type === 'started') void started.exit.then(() => inOwnTurn(begin))
      else inOwnTurn(begin)
      isFirst = false
      return started
    },
    prepare() {
      inOwnTurn(begin)
      inOwnTurn(() => pool.prepare())
    },
    close() {
      isClosed = true
      current?.end()
      pool.close()
    },
  }
}

/** A process host's answer to an order, if it lived to give one. */
type Answer =
  | ({ readonly type: 'started' } & Pick<CommandProcess, 'pid' | 'startTime' | 'gate'>)
  | Exclude<StartedProcess, { type: 'started' }>

interface Run {
  /** True once it runs and only its gate is awaited. */
  isStarted: boolean
  answered(answer: Answer): void
  exited(exit: Exit): void
}

interface Place {
  readonly dataFolder: string
  readonly runToken: string
  readonly startMs: number
}

/** One process host, from its start to its end. */
class RunningHost {
  isReady = false
  readonly #runs = new Map<number, Run>()
  /** Receives the answer to the order for pipes; null if none is awaited. */
  #madePipes: ((areMade: boolean) => void) | null = null
  readonly #onEnd: () => void
  readonly #gates: GateServer
  readonly #startMs: number
  #channel: Channel | null = null
  #isEnded = false
  #next = 0

  constructor(open: OpenChannel, { dataFolder, runToken, startMs }: Place, onEnd: () => void) {
    this.#onEnd = onEnd
    this.#startMs = startMs
    const socketPath = join(dataFolder, SOCKET)
    const secret = randomBytes(SECRET_BYTES)
    const end = (): void => this.end()
    const onReport = (report: HostReport): void => this.#take(report)
    this.#gates = listenForGates({
      path: socketPath,
      secret,
      onFailure: end,
      onListening: () => {
        if (this.#isEnded) return
        try {
          this.#channel = open({ [RUN_TOKEN_NAME]: runToken }, { onReport, onEnd: end })
        } catch {
          return end()
        }
        const dumpFilter = dumpFilterOfCommands()
        const greeting = { socketPath, secret: secret.toString('hex'), dumpFilter }
        this.#channel.send({ type: 'greeting', ...greeting })
      },
    })
  }

  async start(order: ProcessOrder, pipes: OutputPipes): Promise<StartedProcess> {
    const id = this.#next++
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const { promise: exit, resolve: exited } = Promise.withResolvers<Exit>()
    const run: Run = { isStarted: false, answered: resolve, exited }
    this.#runs.set(id, run)
    this.#channel?.hold(true)
    this.#channel?.send({ type: 'start', id, order, pipes: pathsOf(pipes) })
    const answered = await within(promise, this.#startMs, NEVER)
    const answer: Answer = answered.type === 'done' ? answered.value : { type: 'lost' }
    if (answered.type !== 'done') {
      if (!run.isStarted) this.end()
      // Nobody else would close a gate that comes later.
      void promise.then((late) => late.type === 'started' && late.gate?.destroy())
      this.#settle(id, UNKNOWN_EXIT)
    }
    if (answer.type !== 'started') {
      discard(pipes)
      return answer
    }
    const { type, ...process } = answer
    const [stdout, stderr] = pipes
    return { type, child: { ...process, stdout: stdout.read(), stderr: stderr.read() }, exit }
  }

  get canMakePipes(): boolean {
    return this.isReady && this.#madePipes === null
  }

  /**
   * Here the event loop would wait for a fork. One batch at a time. May take as long as the disk does: its commands run on
   * meanwhile.
   */
  makePipes(paths: readonly string[]): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#madePipes = resolve
    const { PATH } = process.env
    this.#channel?.send({ type: 'makePipes', paths, ...(PATH !== undefined && { PATH }) })
    return promise
  }

  #answerPipes(areMade: boolean): void {
    this.#madePipes?.(areMade)
    this.#madePipes = null
  }

  /** Reports the processes that it was about to start as lost, and ends the tracking of those it had started. */
  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.isReady = false
    this.#channel?.kill()
    this.#answerPipes(false)
    for (const [id, run] of this.#runs) {
      run.answered({ type: 'lost' })
      this.#settle(id, UNKNOWN_EXIT)
    }
    this.#gates.close()
    this.#onEnd()
  }

  #take(report: HostReport): void {
    switch (report.type) {
      case 'ready':
        this.isReady = !this.#isEnded
        return
      case 'started':
        void this.#started(report)
        return
      case 'failed':
        this.#runs.get(report.id)?.answered({ type: 'failed', code: report.code })
        this.#settle(report.id, UNKNOWN_EXIT)
        return
      case 'exited':
        this.#settle(report.id, report.exit)
        return
      case 'pipesMade':
        this.#answerPipes(report.areMade)
        return
      default:
        assertNever(report)
    }
  }

  async #started({
    id,
    gate: number,
    pid,
    startTime,
  }: Extract<HostReport, { type: 'started' }>): Promise<void> {
    const run = this.#runs.get(id)
    if (run === undefined) return
    run.isStarted = true
    const gate = number === null ? null : await this.#gates.claim(number)
    run.answered({ type: 'started', pid, startTime, gate })
  }

  #settle(id: number, exit: Exit): void {
    this.#runs.get(id)?.exited(exit)
    this.#runs.delete(id)
    if (this.#runs.size === 0) this.#channel?.hold(false)
  }
}
