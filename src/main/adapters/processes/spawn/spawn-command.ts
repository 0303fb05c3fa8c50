import { statSync } from 'node:fs'
import { assertNever } from '../../../../shared/assert-never.ts'
import type { SandboxLaunch } from '../../sandbox/sandbox.ts'
import { faultCode } from '../../system/file-fault.ts'
import type {
  CommandProcess,
  Exit,
  ProcessOrder,
  StartedProcess,
  StartProcess,
} from './command-process.ts'
import { RUN_TOKEN_NAME, markOf } from '../tree/run-token.ts'
import { markingShell } from './marking-shell.ts'
import { NO_RC } from './no-rc.ts'
import { startHere } from './spawn-process.ts'

export interface SpawnRequest {
  readonly command: string
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** The token of the run. Null: its processes need not be found by a mark. */
  readonly runToken: string | null
  /** The sandbox for the command; null: none. */
  readonly launch: SandboxLaunch | null
  /** Set if it gets input. Default: it has nothing to read. */
  readonly hasInput?: true | undefined
}

export type Spawned =
  | { readonly type: 'started'; readonly child: CommandProcess; readonly exit: Promise<Exit> }
  /** A sentence. `mayRun`: it may have been started, and the caller must end it. */
  | { readonly type: 'failed'; readonly reason: string; readonly mayRun: boolean }

/**
 * Starts `bash -c COMMAND` as the leader of its own group and session; on Windows, where bash is an extra, the system's
 * shell. A command that cannot be started gives a sentence, never a throw.
 */
export async function spawnCommand(
  request: SpawnRequest,
  startProcess: StartProcess = startHere,
): Promise<Spawned> {
  if (request.command.includes('\0')) {
    return nothingRun('The command contains a NUL character, which cannot be passed to a program.')
  }
  const started = await startProcess(orderOf(request))
  return started.type === 'started' ? started : describeNotStarted(started, request.folder)
}

/** Describes the failure in a sentence. The system does not say whether it missed the program or the folder. */
export function describeNotStarted(
  fault: Exclude<StartedProcess, { type: 'started' }>,
  folder: string,
): Extract<Spawned, { type: 'failed' }> {
  switch (fault.type) {
    case 'failed': {
      const reason = folderProblem(folder)
      if (reason !== null) return { type: 'failed', reason, mayRun: false }
      return nothingRun(describeFailure(fault.code))
    }
    case 'lost':
      return { type: 'failed', reason: LOST, mayRun: true }
    default:
      return assertNever(fault)
  }
}

const LOST =
  'The process that starts commands died while starting this one. The command may have begun; it was ended.'

/** A command as its starter sees it: with its marks, and in its sandbox if it has one. */
export function orderOf(request: SpawnRequest): ProcessOrder {
  const { folder, environment, hasInput, runToken, launch } = request
  const { file, args } = launch ?? withoutSandbox(request)
  const variables = {
    ...environment,
    ...(runToken !== null && { [RUN_TOKEN_NAME]: runToken }),
    ...launch?.environment,
  }
  return {
    file,
    args,
    folder,
    environment: Object.fromEntries(Object.entries(variables).filter(isSet)),
    hasGate: launch?.waitsAtGate === true,
    reads: launch?.reads,
    hasInput,
  }
}

/** Drops the variables that a sandbox removes. */
function isSet(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined
}

type Start = Pick<SandboxLaunch, 'file' | 'args'>

function withoutSandbox({ command, runToken, environment }: SpawnRequest): Start {
  if (process.platform === 'win32') return { file: command, args: [] }
  if (process.platform !== 'linux' || runToken === null)
    return { file: 'bash', args: [NO_RC, '-c', command] }
  const { file, options } = markingShell(environment)
  return { file, args: [...options, '-c', MARKED, String(markOf(runToken)), command] }
}

/** Sets the mark and becomes the shell of the command. In a sandbox no mark is needed: it ends with everything in it. */
const MARKED = `ulimit -S -m "$0" 2>/dev/null || :; exec bash ${NO_RC} -c "$1"`

function nothingRun(why: string): Extract<Spawned, { type: 'failed' }> {
  return { type: 'failed', reason: `${why} Nothing was run.`, mayRun: false }
}

/** Null if a process can start in the folder. */
export function folderProblem(folder: string): string | null {
  try {
    if (statSync(folder).isDirectory()) return null
    return `${folder} is no longer a folder. Nothing was run.`
  } catch (error) {
    switch (faultCode(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
        return `The folder ${folder} no longer exists. Nothing was run.`
      case 'EACCES':
      case 'EPERM':
        return `The folder ${folder} cannot be entered: permission denied. Nothing was run.`
      default:
        return `The folder ${folder} cannot be entered (${faultCode(error)}). Nothing was run.`
    }
  }
}

function describeFailure(code: string): string {
  switch (code) {
    case 'ENOENT':
      return 'bash was not found on the PATH.'
    case 'EACCES':
      return 'The command could not be started: permission denied.'
    case 'E2BIG':
      return 'The command is too long for the system (the limit is about 128 KB). Write it to a file in pieces and run that file.'
    case 'EAGAIN':
      return 'The system allows no more processes at the moment.'
    case 'ENOMEM':
      return 'The system has no memory for another process at the moment.'
    case 'EMFILE':
    case 'ENFILE':
      return 'Too many files are open to start another process.'
    default:
      return `The command could not be started (${code === '' ? 'unknown error' : code}).`
  }
}
