import { existsSync } from 'node:fs'
import { assertNever } from '../../../shared/assert-never.ts'
import type { ConversationId, WorkId } from '../../../shared/ids.ts'
import type { Clock } from '../../runtime/ports/ports.ts'
import type { ProcessPort } from '../../runtime/ports/process-port.ts'
import type { OpenChannel } from '../process-host/channel.ts'
import { createProcessHost } from '../process-host/process-host.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { followRun } from './runs/command-run.ts'
import { type FirstLook, firstLook } from './jobs/first-look.ts'
import { KeptProcesses } from './keep-process.ts'
import { PersonsPath } from './persons-path.ts'
import { createGuardian, guarded } from './guardian.ts'
import type { JobControl } from './jobs/job-control.ts'
import { JobTable } from './jobs/job-table.ts'
import { isNothingLeft } from './tree/nothing-left.ts'
import { createPortableEnder } from './tree/portable-ender.ts'
import { readBootId } from './tree/process-table.ts'
import { OpenRuns } from './runs/open-runs.ts'
import { notStarted, type RunOutcome } from './runs/run-outcome.ts'
import { createRunTokens } from './tree/run-token.ts'
import { createRunRecords } from './tree/run-record.ts'
import { type Served, type ServeRequest, ServingProcesses } from './serve-process.ts'
import { createSpillFolder } from './output/spill-folder.ts'
import { SandboxedRuns } from './runs/sandboxed-runs.ts'
import type { RunRequest, StartedRun, StartRequest } from './runs/start-run.ts'
import { type OwnedTree, OrphanProcesses } from './tree/orphan-processes.ts'
import { endLeftovers, endTree, PATIENCE_MS } from './tree/end-tree.ts'
import type { TreeEnder } from './tree/tree-ender.ts'
import { NEVER, within } from '../system/within.ts'
import { createWorkerEnder } from './tree/worker-ender.ts'
import { attempt } from '../../runtime/guard.ts'

const SWEEP_LEFTOVERS_MS = 5_000
const END_AGAIN_MS = 1_000
/** How long the close waits for everything to end, in patiences. */
const CLOSE_PATIENCES = 3
/** How long the last process of a sandbox may take to disappear after everything in it has ended (ms). */
const RELEASE_MS = 2_000

export interface SupervisorOptions {
  readonly dataFolder: string
  /** The built or the source file of sweep-worker. */
  readonly sweepWorker: URL
  readonly clock: Clock
  /** The environment that Phoenix was started with; commands get it cleaned. */
  readonly environment: Readonly<NodeJS.ProcessEnv>
  /** The sandbox for commands that need one. Default: none, and such commands do not run. */
  readonly sandbox?: Sandbox | null
  /** Starts the process host. Default: commands are started here. */
  readonly processHost?: OpenChannel | null
  /** How long to wait after an order to end, before surviving processes are listed and the conversation continues (ms). */
  readonly patienceMs?: number
  /** Default: one second. */
  readonly firstLook?: FirstLook
}

export interface Supervisor extends ProcessPort {
  /**
   * Runs one command. Resolves at its exit plus a short drain; after the limit or an abort when its processes are gone, or
   * after 500 ms with survivors listed as orphans. First waits for the clean-up after the conversation's last run. Never
   * rejects.
   */
  run(request: RunRequest): Promise<RunOutcome>
  /** Supervises a process that others start, outside any sandbox, in the user's environment. Never rejects. */
  readonly keep: KeptProcesses['keep']
  /** A token for one of our own processes: if this program dies, the guardian ends what is left of the process. */
  newRunToken(): string
  /** Starts a process that exchanges data with the program and lives until it is ordered to end. Never rejects. */
  serve(request: ServeRequest): Promise<Served>
  /** The PATH of the user's shell, once it is known; runs wait a moment for it. Null changes nothing. */
  useLoginPath(loginPath: Promise<string | null>): void
  /** True if the rest of a long output is at this path, which is absolute and real. */
  readonly holdsOutput: (path: string) => boolean
  /** Sentences about what commands have left in a folder that would run outside the sandbox, since the last call. */
  readonly findings: (folder: string) => readonly string[]
  /**
   * Ends processes that a killed app has left behind, before anything else runs. Resolves with the number of processes
   * ended, at the latest after 5 s; survivors are listed as orphans.
   */
  sweepLeftovers(): Promise<number>
  readonly sandboxedRuns: Pick<SandboxedRuns, 'watch' | 'settled'>
  /** Background jobs, as the model has them. */
  readonly jobs: JobControl
  /** Starts what commands need, unless one has already done so. */
  prepare(): void
  /** Orders all jobs to end in this tick; nothing of them is kept. */
  endAllJobs(): void
  /** Ends all runs, jobs and the sweep thread, within 2 s. Later runs are answered as aborted. */
  close(): Promise<void>
}

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const hasProc = existsSync('/proc/self/stat')
  const ender = hasProc
    ? createWorkerEnder(options.sweepWorker)
    : createPortableEnder(process.platform)
  return createSupervisorWith(ender, options)
}

/** The same with any ender. */
export function createSupervisorWith(
  ender: TreeEnder,
  options: Omit<SupervisorOptions, 'sweepWorker'>,
): Supervisor {
  const { patienceMs = PATIENCE_MS } = options
  const runTokens = createRunTokens()
  const guardian = createGuardian({
    host: runTokens.host,
    platform: process.platform,
    environment: options.environment,
  })
  const processHost = createProcessHost(options, runTokens.next())
  const path = new PersonsPath(options.environment)
  const records = guarded(createRunRecords(options.dataFolder), guardian, ender)
  const orphans = new OrphanProcesses()
  const spills = createSpillFolder(options.dataFolder)
  const over = (workId: WorkId): void => jobs.over(workId)
  const parts = { ender, orphans, over }
  const dependencies = {
    records,
    get environment() {
      return path.unattended
    },
    bootId: readBootId(),
    runTokens,
    sandbox: options.sandbox ?? null,
    startProcess: processHost.start,
    now: () => options.clock.now(),
    cleanUp,
  }
  const running = new OpenRuns()
  const cleanUps = new Map<ConversationId, Promise<unknown>>()
  let isClosed = false

  /** A conversation can have several at once: whoever waits for them waits for the last. */
  function cleanUp(owned: OwnedTree): Promise<number | null> {
    const { conversationId } = owned.origin
    const before = cleanUps.get(conversationId)
    const ended = endTree(owned, patienceMs, parts)
    const forget = (): boolean =>
      cleanUps.get(conversationId) === done && cleanUps.delete(conversationId)
    const done: Promise<boolean> = Promise.all([before, ended]).then(forget)
    cleanUps.set(conversationId, done)
    return ended
  }

  function endAgain(owned: OwnedTree): Promise<number | null> {
    return endTree(owned, END_AGAIN_MS, parts)
  }

  /** Called after a command has ended by itself. Usually nothing is left, so the sweep thread is not needed. */
  function tidyUp(owned: OwnedTree, { durationMs }: { durationMs: number }): void {
    if (isNothingLeft(owned.tree, durationMs)) records.remove(owned.origin.workId)
    else void cleanUp(owned)
  }

  /** Waits for the clean-up after earlier runs of the conversation. False if nothing may start any more. */
  async function isReady({ conversationId, signal }: RunRequest): Promise<boolean> {
    const before = cleanUps.get(conversationId)
    if (before !== undefined) await within(before, 2 * patienceMs, signal)
    await path.known(signal)
    return !isClosed && !signal.aborted
  }

  const sandboxedRuns = new SandboxedRuns()
  const start = (request: StartRequest): Promise<StartedRun> =>
    sandboxedRuns.start(request, dependencies)
  const knowsPath = (signal: AbortSignal): Promise<void> => path.known(signal)
  const servers = new ServingProcesses({ knowsPath, start, cleanUp })
  const kept = new KeptProcesses({ ...dependencies, environment: () => path.attended() })

  async function runOnce(request: RunRequest): Promise<RunOutcome> {
    if (!(await isReady(request))) return { type: 'aborted' }
    const started = await start(request)
    switch (started.type) {
      case 'started':
        request.onStarted?.()
        return follow(request, started)
      case 'failed':
        return notStarted(started.reason)
      case 'aborted':
        return started
      default:
        return assertNever(started)
    }
  }

  async function follow(
    { limitMs, onOutput, onWhole = () => undefined, signal }: RunRequest,
    { child, exit, owned, readEnd, released }: Extract<StartedRun, { type: 'started' }>,
  ): Promise<RunOutcome> {
    const endItsTree = async (): Promise<void> => {
      if ((await cleanUp(owned)) !== null) await within(released, RELEASE_MS, NEVER)
    }
    try {
      const outcome = await followRun({
        child,
        exit,
        limitMs,
        signal,
        released,
        onOutput,
        onWhole,
        beginSpill: spills.begin,
        endTree: endItsTree,
      })
      if (outcome.type === 'exited' || outcome.type === 'signalled') tidyUp(owned, outcome)
      return readEnd(outcome)
    } catch (error) {
      void cleanUp(owned)
      throw error
    }
  }

  async function runGuarded(request: RunRequest): Promise<RunOutcome> {
    try {
      return await runOnce(request)
    } catch (error) {
      return notStarted(`The command could not be followed: ${String(error)}`)
    }
  }

  const jobs = new JobTable({
    now: () => options.clock.now(),
    isReady,
    start,
    firstLook: options.firstLook ?? firstLook,
    end: cleanUp,
    tidyUp,
    records,
  })

  return {
    jobs,
    sandboxedRuns,
    async run(request) {
      if (isClosed || request.signal.aborted) return { type: 'aborted' }
      return running.add(request, runGuarded)
    },
    serve: (request) => servers.serve(request),
    keep: (request, start) => kept.keep(request, start),
    newRunToken: () => runTokens.next(),
    orphansOf: (conversationId) => orphans.of(conversationId),
    async end(workId) {
      const owned = orphans.treeOf(workId)
      if (owned === null) await jobs.end(workId)
      else await endAgain(owned)
    },
    jobsOf: (conversationId) => jobs.shownOf(conversationId),
    jobEndsOf: (conversationId) => jobs.ends.of(conversationId),
    jobRanUntil: (callId) => jobs.ranUntil(callId),
    endJobs: (conversationId) => jobs.endOf(conversationId),
    withdrawFromJobs(conversationId, withdrawal) {
      jobs.withdraw(conversationId, withdrawal)
    },
    forgetJobs: (conversationId) => jobs.forget(conversationId),
    onJobsChanged: (listener) => jobs.onChanged(listener),
    onJobEnded: (listener) => jobs.ends.onEnded(listener),
    onOrphansChanged: (listener) => orphans.onChanged(listener),
    useLoginPath: (loginPath) => path.use(loginPath),
    holdsOutput: spills.holds,
    findings: (folder) => options.sandbox?.findings(folder) ?? [],
    async sweepLeftovers() {
      void spills.sweep()
      const left = records.readAll()
      jobs.recall(left)
      return endLeftovers(left, dependencies.bootId, SWEEP_LEFTOVERS_MS, parts)
    },
    endAllJobs: () => jobs.endAll(),
    prepare() {
      records.prepare()
      processHost.prepare()
    },
    async close() {
      isClosed = true
      const runs = running.close()
      jobs.endAll()
      const rest = Promise.all([runs, servers.close(), kept.close()])
        .then(() => Promise.all(cleanUps.values()))
        .then(() => Promise.all(orphans.trees().map(endAgain)))
      const closeMs = CLOSE_PATIENCES * patienceMs
      const ended = await within(rest, closeMs, NEVER)
      await ender.close()
      attempt('closing the process host', () => processHost.close())
      guardian.close(ended.type === 'done' && orphans.trees().length === 0)
      spills.close()
    },
  }
}
