import type { ConversationId, WorkId } from '../../../../shared/ids.ts'
import { ownEndIn, THIS_PROGRAM } from '../spawn/own-end.ts'
import { faultCode } from '../../system/file-fault.ts'
import type { RunTokens } from '../tree/run-token.ts'
import type { OpenRecord, RunRecord, RunRecords } from '../tree/run-record.ts'
import type { SandboxPolicy } from '../../../core/machine/sandbox-policy.ts'
import { assertNever } from '../../../../shared/assert-never.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { asItIs, throughShell, type EndReader } from '../../sandbox/sandboxed-end.ts'
import { enter } from '../../sandbox/enter.ts'
import type { SandboxLaunch, Sandbox } from '../../sandbox/sandbox.ts'
import type { CommandProcess, Exit, StartProcess } from '../spawn/command-process.ts'
import { folderProblem, spawnCommand } from '../spawn/spawn-command.ts'
import type { RawOutput } from '../output/printed.ts'
import { ownTurn } from '../../system/own-turn.ts'
import type { OwnedTree } from '../tree/orphan-processes.ts'

const COMMAND_HEAD = 200
/** How long a command waits for a search for what must be hidden from it; then the last result is used. */
const LOOK_MS = 1_000

export interface RunRequest {
  readonly conversationId: ConversationId
  readonly workId: WorkId
  readonly command: string
  readonly folder: string
  /** Null runs it outside any sandbox. */
  readonly sandboxPolicy: SandboxPolicy | null
  readonly limitMs: number
  /** The only way to recognise an abort, never a text (T07). */
  readonly signal: AbortSignal
  /** Set if a quit lets it end by itself for a moment, because it would leave something of the person's half done. */
  readonly mayFinish?: true
  readonly onStarted?: () => void
  /** For the screen: whole characters, colours kept, at most 20 pieces a second and 64 KB a piece. */
  readonly onOutput: (text: string) => void
  /** Called at the end of a run that has started, with everything that it printed, including colours. */
  readonly onWhole?: (raw: RawOutput) => void
}

/** The command of a run or of a server. */
export interface StartRequest extends Pick<
  RunRequest,
  'command' | 'conversationId' | 'folder' | 'sandboxPolicy' | 'signal' | 'workId'
> {
  /** Shown and recorded instead of the command, if the command may contain secrets. */
  readonly label?: string
  /** Set for a background job. */
  readonly job?: RunRecord['job']
  /** Added to the environment that every command gets. */
  readonly environment?: Readonly<Record<string, string>>
  /** Set if it gets input while it runs. */
  readonly hasInput?: true
}

export interface RunDependencies {
  readonly records: RunRecords
  readonly environment: Readonly<Record<string, string>>
  readonly bootId: string
  readonly runTokens: RunTokens
  readonly sandbox: Sandbox | null
  readonly startProcess: StartProcess
  readonly now: () => number
  /** Ends whatever is left of a command that could not be started or sandboxed. */
  readonly cleanUp: (owned: OwnedTree) => Promise<unknown>
}

type Begun = Omit<Extract<StartedRun, { type: 'started' }>, 'released'>

export type StartedRun =
  | {
      readonly type: 'started'
      readonly child: CommandProcess
      readonly exit: Promise<Exit>
      readonly owned: OwnedTree
      /** Interprets the end of the child. */
      readonly readEnd: EndReader
      /** Resolves when its sandbox is empty and what was added to the folder for it is removed. */
      readonly released: Promise<void>
    }
  | { readonly type: 'failed'; readonly reason: string }
  /** Aborted before anything was started. A command that is aborted later counts as started: the caller ends it. */
  | { readonly type: 'aborted' }

/** A command that belongs in a sandbox never runs without one: if that is impossible, nothing is run. */
export async function startRun(
  request: StartRequest,
  dependencies: RunDependencies,
): Promise<StartedRun> {
  const { command, sandboxPolicy, folder, signal } = request
  const problem = folderProblem(folder)
  if (problem !== null) return { type: 'failed', reason: problem }
  if (sandboxPolicy === null) {
    const reason = ownEndIn(command, THIS_PROGRAM)
    if (reason !== null) return { type: 'failed', reason }
    await ownTurn()
    return signal.aborted
      ? { type: 'aborted' }
      : startedOf(await begin(request, dependencies, null))
  }
  const { cleanUp, sandbox } = dependencies
  if (sandbox === null) return nothingRun('There is no sandbox to run this command in.')
  const entered = await enter(
    sandbox,
    { ...request, sandboxPolicy },
    {
      lookMs: LOOK_MS,
      signal,
      spawn: (launch) => begin(request, dependencies, launch),
      discard: ({ owned }) => cleanUp(owned),
    },
  )
  switch (entered.type) {
    case 'entered':
      return { ...entered.started, released: entered.released }
    case 'aborted':
      return entered
    case 'refused':
      return nothingRun(entered.reason)
    case 'notSpawned':
      return { type: 'failed', reason: entered.reason }
    case 'notSetUp':
      return { type: 'failed', reason: notSetUp(entered.complaint) }
    default:
      return assertNever(entered)
  }
}

/** Record, spawn, record again: there is never a process that the next start would not know about. */
async function begin(
  request: StartRequest,
  dependencies: RunDependencies,
  launch: SandboxLaunch | null,
): Promise<Result<Begun, string>> {
  const { bootId, runTokens, now, records, startProcess } = dependencies
  const environment = { ...dependencies.environment, ...request.environment }
  const { command, conversationId, folder, hasInput, job, workId } = request
  const runToken = runTokens.next()
  const head = (request.label ?? command).slice(0, COMMAND_HEAD)
  const origin = { conversationId, workId, command: head, since: now() }
  const record = beginRecord(records, { ...origin, job, runToken, bootId, process: null })
  if (!record.ok) return record
  const wanted = { command, folder, environment, runToken, launch, hasInput }
  const spawned = await spawnCommand(wanted, startProcess)
  const marks = { runToken, isCold: false, isSandboxed: launch !== null }
  if (spawned.type === 'failed') {
    record.value.complete(null)
    if (spawned.mayRun) await dependencies.cleanUp({ origin, tree: { root: null, ...marks } })
    else records.remove(workId)
    return failed(spawned.reason)
  }
  const { child, exit } = spawned
  const root = { pid: child.pid, startTime: child.startTime }
  record.value.complete(root)
  const readEnd = launch?.waitsAtGate === true ? throughShell : asItIs
  return ok({ type: 'started', child, exit, owned: { origin, tree: { root, ...marks } }, readEnd })
}

/** Stores the record on disk before anything runs. The error is a sentence. */
export function beginRecord(records: RunRecords, record: RunRecord): Result<OpenRecord, string> {
  try {
    return ok(records.begin(record))
  } catch (error) {
    const why = `Phoenix could not note the command in its data folder (${faultCode(error)})`
    return failed(`${why}, so it was not run.`)
  }
}

function startedOf(begun: Result<Begun, string>): StartedRun {
  return begun.ok
    ? { ...begun.value, released: Promise.resolve() }
    : { type: 'failed', reason: begun.error }
}

function nothingRun(why: string): StartedRun {
  return { type: 'failed', reason: `${why} Nothing was run.` }
}

function notSetUp(complaint: string): string {
  const why = complaint === '' ? '' : ` (${complaint})`
  return `The sandbox could not be set up, so nothing was run${why}. Try again; if it keeps failing, tell the user.`
}
