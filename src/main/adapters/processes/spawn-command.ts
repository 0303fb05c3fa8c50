import { statSync } from 'node:fs'
import type { ChildProcess } from 'node:child_process'
import { execa } from 'execa'
import { guard } from '../../runtime/guard.ts'
import type { SandboxLaunch } from '../sandbox/sandbox.ts'
import { withOwnDumps } from './crash-dumps.ts'
import { closeLines, withoutInherited } from './inherited.ts'
import { RUN_TOKEN_NAME, markOf } from './run-token.ts'

export interface SpawnRequest {
  readonly command: string
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** Of the run. Null: its processes are not to be found by a mark. */
  readonly runToken: string | null
  /** What confines the command; null: nothing does. */
  readonly launch: SandboxLaunch | null
}

export interface Exit {
  readonly code: number | null
  readonly signal: string | null
}

export type Spawned =
  | {
      readonly type: 'started'
      readonly child: ChildProcess
      readonly pid: number
      readonly exit: Promise<Exit>
    }
  | { readonly type: 'failed'; readonly reason: Promise<string> }

/**
 * Starts `bash -c COMMAND` as the leader of a group and session of its own, with nothing to read. On Windows, where bash is
 * an extra, the system's shell. A command that cannot be started is a sentence, never a throw.
 */
export function spawnCommand(request: SpawnRequest): Spawned {
  if (request.command.includes('\0')) {
    return failed('The command holds a NUL character, which no program can be given.')
  }
  try {
    return withOwnDumps(() => spawnWithExeca(request))
  } catch (error) {
    return failed(describeFailure(codeOf(error)))
  }
}

const STDIO = ['ignore', 'pipe', 'pipe'] as const

function spawnWithExeca(request: SpawnRequest): Spawned {
  const { folder, environment, runToken, launch } = request
  const isWindows = process.platform === 'win32'
  const { file, args } = launch ?? unconfined(request)
  const lines = linesOf(launch)
  const subprocess = execa(file, args, {
    cwd: folder,
    env: {
      ...environment,
      ...(runToken !== null && { [RUN_TOKEN_NAME]: runToken }),
      ...launch?.environment,
    },
    extendEnv: false,
    shell: isWindows,
    detached: !isWindows,
    stdio: [...STDIO, ...withoutInherited(lines)],
    buffer: false,
    reject: false,
    cleanup: false,
  })
  const { nodeChildProcess: child, pid } = subprocess
  closeLines(child, lines)
  const ended = subprocess.then(
    ({ code }) => code ?? '',
    (error: unknown) => codeOf(error),
  )
  if (pid === undefined) return failed(ended.then(describeFailure))
  return { type: 'started', child, pid, exit: exitOf(child) }
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once(
      'exit',
      guard('the exit of a command', (code, signal) => resolve({ code, signal })),
    )
  })
}

type Start = Pick<SandboxLaunch, 'file' | 'args'>

function unconfined({ command, runToken, environment }: SpawnRequest): Start {
  if (process.platform === 'win32') return { file: command, args: [] }
  if (process.platform !== 'linux' || runToken === null)
    return { file: 'bash', args: ['-c', command] }
  // Privileged, bash reads no file first; but a SHELLOPTS that it is given would pass that on.
  const options = 'SHELLOPTS' in environment ? ['-c'] : ['-p', '-c']
  return { file: 'bash', args: [...options, MARKED, String(markOf(runToken)), command] }
}

/** Takes the mark and becomes the shell of the command. In the sandbox none is needed: it ends with all that is in it. */
const MARKED = 'ulimit -S -m "$0" 2>/dev/null || :; exec bash -c "$1"'

/** The descriptor at which a confined command waits. */
function linesOf(launch: SandboxLaunch | null): readonly 'pipe'[] {
  return launch?.waitsAtGate === true ? ['pipe'] : []
}

function failed(reason: string | Promise<string>): Spawned {
  return {
    type: 'failed',
    reason: Promise.resolve(reason).then((text) => `${text} Nothing was run.`),
  }
}

/** Null: the folder can be started in. */
export function folderProblem(folder: string): string | null {
  try {
    if (statSync(folder).isDirectory()) return null
    return `The folder ${folder} is not a folder any more. Nothing was run.`
  } catch (error) {
    switch (codeOf(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
        return `The folder ${folder} does not exist any more. Nothing was run.`
      case 'EACCES':
      case 'EPERM':
        return `The folder ${folder} cannot be entered: permission denied. Nothing was run.`
      default:
        return `The folder ${folder} cannot be entered (${codeOf(error)}). Nothing was run.`
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

/** The system's name of an error, as `ENOENT`; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}
