import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { assertNever } from '../../../shared/assert-never.ts'
import type {
  Exit,
  ProcessOrder,
  StartedProcess,
  StartProcess,
} from '../processes/command-process.ts'
import { RUN_TOKEN_NAME } from '../processes/run-token.ts'
import { dumpFilterOfCommands } from '../processes/crash-dumps.ts'
import { startHere } from '../processes/spawn-process.ts'
import { NEVER, within } from '../processes/within.ts'
import { inOwnTurn } from '../system/own-turn.ts'
import type { Channel, OpenChannel } from './channel.ts'
import { type LineServer, listenForLines } from './line-server.ts'
import { type HostReport, SECRET_BYTES } from './messages.ts'

const SOCKET = 'process-host.sock'
/** How long a process host may take to start a process (ms). One that takes longer hangs, and is ended. */
const START_MS = 5_000
/** One that ends this often has no future: processes are started here then. */
const MAX_ENDS = 5
/** What became of a process whose parent, the process host, has ended is not known: it is ended, and shown as ended that way. */
const UNKNOWN_EXIT: Exit = { code: null, signal: 'SIGKILL' }

export interface ProcessHostOptions {
  /** Left out or null: there is none, and processes are started here. */
  readonly processHost?: OpenChannel | null
  /** It connects to a socket there, out of sight for confined commands. */
  readonly dataFolder: string
}

export interface ProcessHost {
  /** By the process host once it stands, and until then as a child of this process: nobody waits for it. */
  readonly start: StartProcess
  /** Call when nothing runs any more. */
  close(): void
}

/**
 * A small process that starts others: a fork costs time by the memory of who forks, and holds its event loop meanwhile. It
 * begins behind the first command; the first one after its end starts it again. It is for Linux: elsewhere processes are
 * started without a fork. `runToken`: one of this program's, by which its guardian knows what to end (guardian.ts).
 * `startMs`: how long it may take to start a process.
 */
export function createProcessHost(
  { dataFolder, processHost: open = null }: ProcessHostOptions,
  runToken: string,
  startMs = START_MS,
): ProcessHost {
  let current: RunningHost | null = null
  let ends = 0
  let isClosed = false

  function begin(): void {
    const mayBegin = process.platform === 'linux' && !isClosed && ends <= MAX_ENDS
    if (open === null || current !== null || !mayBegin) return
    current = new RunningHost(open, { dataFolder, runToken, startMs }, () => {
      current = null
      ends += 1
    })
  }

  return {
    async start(order) {
      if (current?.isReady === true) return current.start(order)
      const started = await startHere(order)
      inOwnTurn(begin)
      return started
    },
    close() {
      isClosed = true
      current?.end()
    },
  }
}

interface Run {
  /** It runs, and only its lines are waited for. */
  isStarted: boolean
  answered(started: StartedProcess): void
  exited(exit: Exit): void
  readonly exit: Promise<Exit>
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
  readonly #onEnd: () => void
  readonly #lines: LineServer
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
    this.#lines = listenForLines({
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

  async start(order: ProcessOrder): Promise<StartedProcess> {
    const id = this.#next++
    const { promise, resolve } = Promise.withResolvers<StartedProcess>()
    const { promise: exit, resolve: exited } = Promise.withResolvers<Exit>()
    const run: Run = { isStarted: false, answered: resolve, exited, exit }
    this.#runs.set(id, run)
    this.#channel?.hold(true)
    this.#channel?.send({ type: 'start', id, order })
    const answer = await within(promise, this.#startMs, NEVER)
    if (answer.type === 'done') return answer.value
    if (!run.isStarted) this.end()
    this.#settle(id, UNKNOWN_EXIT)
    return { type: 'lost' }
  }

  /** Of what it was about to start nobody knows, and of what it had started nobody hears any more. */
  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.isReady = false
    this.#channel?.kill()
    for (const [id, run] of this.#runs) {
      run.answered({ type: 'lost' })
      this.#settle(id, UNKNOWN_EXIT)
    }
    this.#lines.close()
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
      default:
        assertNever(report)
    }
  }

  async #started({
    id,
    lines,
    pid,
    startTime,
  }: Extract<HostReport, { type: 'started' }>): Promise<void> {
    const run = this.#runs.get(id)
    if (run === undefined) return
    run.isStarted = true
    const [stdout, stderr, gate = null] = await Promise.all(
      lines.map((line) => this.#lines.claim(line)),
    )
    if (stdout === undefined || stderr === undefined) return
    const child = { pid, startTime, stdout, stderr, gate }
    run.answered({ type: 'started', child, exit: run.exit })
  }

  #settle(id: number, exit: Exit): void {
    this.#runs.get(id)?.exited(exit)
    this.#runs.delete(id)
    if (this.#runs.size === 0) this.#channel?.hold(false)
  }
}
