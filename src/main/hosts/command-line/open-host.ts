import { setTimeout as pause } from 'node:timers/promises'
import { createClient, NOT_UNDERSTOOD } from '../../../client/client.ts'
import type { HostConnection } from '../../../shared/protocol/frames.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { OpenHost } from '../../../cli/terminal.ts'
import {
  type InstanceLock,
  holderOf,
  type LockFault,
  lockDataFolder,
  startingHolder,
} from '../../adapters/data-folder/instance-lock.ts'
import { systemTimers } from '../../adapters/system/system-clock.ts'
import { NEVER, within } from '../../adapters/system/within.ts'
import type { Program } from '../shared/program.ts'
import { endOnce } from '../shared/shutdown.ts'
import { failedStart } from '../shared/start-fault.ts'
import { openLocalSocket } from '../shared/local-socket.ts'
import { dialLocalSocket } from '../shared/dial-local-socket.ts'
import { memoryConnection } from './memory-connection.ts'
import { watchSilence } from './watch-silence.ts'

const WAITS = {
  /** For a host that has finished starting, and is ending or busy. */
  answerMs: 10_000,
  /** In all, even while another host is still starting. */
  wholeMs: 60_000,
  /** Until the person is told what the command is waiting for. */
  silentMs: 3_000,
  /** Between two looks at a host that has answered. */
  lookMs: 2_000,
}
const AGAIN_MS = 100

export interface CommandLineHost extends OpenHost {
  /** Ends the work of all connected commands within 2 s. */
  end(): Promise<void>
}

export interface OpenHostOptions {
  readonly dataFolder: string
  readonly compose: (dataFolder: string) => Promise<Result<Program, string>>
  /** Called when our own work is done while other commands still use this host. */
  readonly onLingering: () => void
  /** Called with a sentence that says what the command is waiting for, or that the wait is over. */
  readonly onWaiting: (what: string) => void
  /** For tests. */
  readonly waits?: Partial<typeof WAITS>
}

const BUSY: LockFault = {
  type: 'held',
  sentence:
    'Phoenix is running, but too many other programs are connecting to it. End some of them, or try again.',
}

/**
 * Finds the host of a data folder: the one that owns it, through its local socket, or a new one in this process. Waits for
 * one that is starting, ending or busy; never for long without a pause, so Ctrl+C ends it. The error is a sentence for
 * people.
 */
export async function openHost(options: OpenHostOptions): Promise<Result<CommandLineHost, string>> {
  const { dataFolder, onWaiting } = options
  const { answerMs, lookMs, silentMs, wholeMs } = { ...WAITS, ...options.waits }
  const begun = systemTimers.awake()
  let seenStarting = begun
  let isTold = false
  function tell(starting: number | null): void {
    if (!isTold) onWaiting(waitingFor(starting))
    isTold = true
  }
  for (;;) {
    const connection = await dialLocalSocket(dataFolder)
    if (connection !== null && connection !== 'busy') {
      const host = runningHost(connection)
      if (await answers(host, answerMs, silentMs, tell)) {
        watchSilence(host, {
          onSilent: () => onWaiting(`\n${silentInWork(holderOf(dataFolder))}`),
          onAnswer: () => onWaiting('Phoenix answers again.'),
          lookMs,
        })
        return ok(host)
      }
      await host.close()
      return failed(silent(holderOf(dataFolder)))
    }
    const lock = connection === null ? lockDataFolder(dataFolder, 0) : failed(BUSY)
    if (lock.ok) return ownHost(options, lock.value)
    const { sentence, type } = lock.error
    if (type === 'refused') return failed(sentence)
    const starting = startingHolder(dataFolder)
    const now = systemTimers.awake()
    if (starting !== null) seenStarting = now
    if (now - seenStarting > answerMs || now - begun > wholeMs)
      return failed(starting === null ? sentence : stillStarting(starting))
    if (now - begun > silentMs) tell(starting)
    await pause(AGAIN_MS)
  }
}

/** False if it says nothing: the system accepts connections even to a suspended process. */
async function answers(
  { client }: CommandLineHost,
  answerMs: number,
  silentMs: number,
  tell: (starting: null) => void,
): Promise<boolean> {
  const stopWaiting = systemTimers.start(silentMs, () => tell(null))
  // A refusal, or the end of the connection, is an answer too.
  const answered = await within(client.request('app.ping', {}), answerMs, NEVER)
  stopWaiting()
  return answered.type === 'done'
}

function silentInWork(pid: number | null): string {
  return `Phoenix, which runs in ${processOf(pid)}, doesn’t answer any more. If it was suspended with Ctrl+Z, resume it with fg. This command goes on waiting.`
}

function processOf(pid: number | null): string {
  return pid === null ? 'another process' : `process ${pid}`
}

function silent(pid: number | null): string {
  return `Phoenix is running in ${processOf(pid)}, but doesn’t answer. If it was suspended with Ctrl+Z, resume it with fg; otherwise end that process.`
}

function stillStarting(pid: number): string {
  return `Phoenix is still starting in process ${pid}. Try again later, or end that process.`
}

function waitingFor(starting: number | null): string {
  const why =
    starting === null
      ? 'Phoenix is running, but doesn’t answer yet.'
      : `Phoenix is starting in process ${starting}.`
  return `${why} Waiting for it; Ctrl+C ends the wait.`
}

function runningHost(connection: HostConnection): CommandLineHost {
  const client = createClient(NOT_UNDERSTOOD)
  const closed = client.attach(connection)
  const close = async (): Promise<void> => {
    connection.close()
    await closed
  }
  return { type: 'running', client, closed, close, end: close }
}

async function ownHost(
  { compose, dataFolder, onLingering }: OpenHostOptions,
  lock: InstanceLock,
): Promise<Result<CommandLineHost, string>> {
  const program = await compose(dataFolder).catch(failedStart)
  if (!program.ok) {
    lock.release()
    return program
  }
  const socket = await openLocalSocket(dataFolder, (connection) => program.value.attach(connection))
  lock.announce(null)
  const connection = memoryConnection()
  program.value.attach(connection.host)
  const client = createClient()
  const closed = client.attach(connection.client)
  const end = endOnce([
    () => program.value.close(),
    async () => socket?.close(),
    async () => lock.release(),
  ])
  return ok({
    type: 'own',
    client,
    closed,
    end,
    async close() {
      if (socket !== null && socket.clients() > 0) {
        onLingering()
        await socket.lock()
      }
      await end()
    },
  })
}
