import { spawnSync } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CallId, ConversationId, WorkId } from '../../../shared/ids.ts'
import type { JobRequest } from './jobs/job-control.ts'
import { procTable, type ProcessTable } from './tree/process-table.ts'
import { RUN_TOKEN_NAME } from './tree/run-token.ts'
import type { RunOutcome } from './runs/run-outcome.ts'
import { shellQuote } from './spawn/shell-quote.ts'
import type { RunRequest } from './runs/start-run.ts'
import {
  createSupervisor,
  createSupervisorWith,
  type Supervisor,
  type SupervisorOptions,
} from './supervisor.ts'
import { sharedEnder, SWEEP_WORKER } from './tree/shared-ender.fixture.ts'
import { createSweepLoop } from './tree/sweep-loop.ts'
import type { EndingWatcher, TreeEnder } from './tree/tree-ender.ts'

/** Shared parts of the tests with real processes. */
export const hasProc = existsSync('/proc/self/stat')
export { SWEEP_WORKER }
export const CONVERSATION = ConversationId.parse('conversation')

export function temporaryFolder(): { path: string; [Symbol.dispose](): void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'phoenix-')))
  return {
    path,
    [Symbol.dispose]() {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Supervisors share one sweep thread, except those that are given one. */
export function supervisorOn(
  dataFolder: string,
  { sweepWorker, ...others }: Partial<SupervisorOptions> = {},
): Supervisor {
  const options = { dataFolder, clock: Date, environment: process.env, ...others }
  return sweepWorker === undefined
    ? createSupervisorWith(sharedEnder(), options)
    : createSupervisor({ ...options, sweepWorker })
}

/**
 * A supervisor that waits for events instead of time: for the end of every tree, and for the answer to the start of a job
 * until it has printed `ready` or ended. The machine's speed then does not matter.
 */
export const PATIENT = {
  patienceMs: 60_000,
  async firstLook({ output, over }, signal) {
    let isOver = false
    void over.then(() => (isOver = true))
    await until(() => isOver || signal.aborted || output.lastLines(5).includes('ready'))
  },
} as const satisfies Partial<SupervisorOptions>

/** A gate at which a command waits until the test opens it. */
export class Gate {
  readonly #path: string

  constructor(folder: string) {
    this.#path = join(folder, `gate-${randomUUID()}`)
  }

  /** The code with which a command waits. */
  get wait(): string {
    return `until [ -e ${shellQuote(this.#path)} ]; do sleep 0.02; done`
  }

  open(): void {
    writeFileSync(this.#path, '')
  }
}

/** A number of seconds that no other process sleeps: processes are found by it, however they hide. */
export function uniqueSleep(): string {
  return `9000.${randomInt(10 ** 9, 10 ** 10)}`
}

/** The pids of living processes whose command line contains the text. */
export function aliveWith(text: string): readonly number[] {
  if (!hasProc) return listByPgrep(text)
  // A dead process has no command line.
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.filter((pid) => pid !== process.pid && procTable.commandOf(pid).includes(text))
}

function listByPgrep(text: string): readonly number[] {
  const { stdout } = spawnSync('pgrep', ['-f', text], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}

/** The processes that are this `sleep` by now: until then they are shells, whose command lines hold these words too. */
export function asleep(seconds: string): readonly number[] {
  return aliveWith(seconds).filter((pid) => procTable.commandOf(pid) === `sleep ${seconds}`)
}

/** The marks of a run's processes, whatever their names: its run token, and its own PID namespace if it has one. */
export interface Marks {
  readonly runTokens: ReadonlySet<string>
  readonly namespaces: ReadonlySet<string>
}

export function marksOf(pids: readonly number[]): Marks {
  const runTokens = pids.flatMap((pid) => runTokenOf(pid) ?? [])
  const namespaces = new Set(pids.flatMap((pid) => namespaceOf(pid) ?? []))
  namespaces.delete(namespaceOf(process.pid) ?? '')
  return { runTokens: new Set(runTokens), namespaces }
}

export function aliveOf({ runTokens, namespaces }: Marks): readonly number[] {
  const pids = procTable.rows().map(({ pid }) => pid)
  return pids.filter(
    (pid) => runTokens.has(runTokenOf(pid) ?? '') || namespaces.has(namespaceOf(pid) ?? ''),
  )
}

/** Null if it has none, or is gone. */
function runTokenOf(pid: number): string | null {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
    return environment.find((each) => each.startsWith(`${RUN_TOKEN_NAME}=`)) ?? null
  } catch {
    return null
  }
}

function namespaceOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`)
  } catch {
    return null
  }
}

/** Ends the processes that a test has left, on purpose or by failing. */
export function endAllWith(text: string): void {
  for (const pid of aliveWith(text)) process.kill(pid, 'SIGKILL')
}

/** Checks every few ms until the condition holds; the test's own time limit ends an endless wait. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(20)
}

let runs = 0

/** A request for a separate run, with defaults for everything that does not matter to the test. */
export function requestOf(command: string, options: Partial<JobRequest> = {}): JobRequest {
  runs += 1
  return {
    conversationId: CONVERSATION,
    workId: WorkId.parse(`work-${runs}`),
    callId: CallId.parse(`call-${runs}`),
    command,
    // Owned by nobody, and always there.
    folder: '/',
    sandboxPolicy: null,
    limitMs: 20_000,
    signal: new AbortController().signal,
    onOutput: () => undefined,
    ...options,
  }
}

export interface Started {
  readonly outcome: Promise<RunOutcome>
  readonly workId: WorkId
  /** Resolves when the command has printed `ready`. Rejects if it ends without. */
  readonly ready: Promise<void>
  abort(): void
}

export function start(
  supervisor: Pick<Supervisor, 'run'>,
  command: string,
  options: Partial<RunRequest> = {},
): Started {
  const stop = new AbortController()
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const onOutput = (text: string): void => {
    if (text.includes('ready')) resolve()
  }
  const request = requestOf(command, { signal: stop.signal, onOutput, ...options })
  const outcome = supervisor.run(request)
  const endedFirst = outcome.then((end) => {
    throw new Error(`It ended before it was ready: ${JSON.stringify(end)}`)
  })
  const readyOrEnded = Promise.race([ready, endedFirst])
  readyOrEnded.catch(() => undefined)
  return {
    outcome,
    workId: request.workId,
    ready: readyOrEnded,
    abort: () => {
      stop.abort()
    },
  }
}

/** The sweep without its thread, on any table. */
export function inlineEnder(table: ProcessTable): TreeEnder {
  const watchers = new Map<number, EndingWatcher>()
  const order = createSweepLoop(table, (report) => {
    const watcher = watchers.get(report.endingId)
    if (report.type === 'alive') watcher?.onAlive(report.processes)
    if (report.type === 'gone') watcher?.onGone(report.ended)
  })
  return {
    end(tree, watcher) {
      const endingId = watchers.size
      watchers.set(endingId, watcher)
      order({ type: 'end', endingId, tree })
    },
    close: () => Promise.resolve(),
  }
}

/** A process that is stuck in the kernel (state D) dies of no signal; here signals get lost until the test sets `yields`. */
export function stubbornTable(): ProcessTable & { yields: boolean } {
  const table = {
    ...procTable,
    yields: false,
    signalProcess(...args: Parameters<ProcessTable['signalProcess']>) {
      if (table.yields) procTable.signalProcess(...args)
    },
    signalGroup(...args: Parameters<ProcessTable['signalGroup']>) {
      if (table.yields) procTable.signalGroup(...args)
    },
  }
  return table
}
