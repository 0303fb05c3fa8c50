import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { Duplex } from 'node:stream'
import { guard } from '../../../runtime/guard.ts'
import { faultCode } from '../../system/file-fault.ts'
import type { Exit, ProcessOrder, StartedProcess } from './command-process.ts'
import { withOwnDumps } from './crash-dumps.ts'
import { closeInherited, type Descriptor, withoutInherited } from './inherited.ts'
import { discard, openForCommand, type OutputPipes, pathsOf } from './output-pipes.ts'
import { readProcess } from '../tree/process-table.ts'

type SpawnedProcess =
  | {
      readonly type: 'started'
      readonly child: ChildProcess
      readonly pid: number
      readonly startTime: number
      /** The connection on which a sandboxed command waits. */
      readonly gate: Duplex | null
      readonly exit: Promise<Exit>
    }
  | { readonly type: 'failed'; readonly code: string }

/**
 * Starts a process as a child of this one. `pipes`: the paths of the named pipes that it prints into; null: it prints into
 * pipes of the child. On Windows, `file` is a command line for the system's shell. Never rejects.
 */
export async function spawnProcess(
  { args, environment, file, folder, hasGate, hasInput, reads }: ProcessOrder,
  pipes: readonly [string, string] | null,
): Promise<SpawnedProcess> {
  const isWindows = process.platform === 'win32'
  const opened: number[] = []
  const open = (descriptor: number): number => {
    opened.push(descriptor)
    return descriptor
  }
  try {
    const printed = pipes?.map((path) => open(openForCommand(path))) ?? (['pipe', 'pipe'] as const)
    const own: Descriptor[] = hasGate ? ['pipe'] : []
    if (reads !== undefined) own.push(open(openSync(reads, 'r')))
    const child = withOwnDumps(() =>
      spawn(file, args, {
        cwd: folder,
        env: environment,
        shell: isWindows,
        detached: !isWindows,
        stdio: [hasInput ? 'pipe' : 'ignore', ...printed, ...withoutInherited(own)],
      }),
    )
    const failure = failureOf(child)
    closeInherited(child, own)
    const { pid } = child
    if (pid === undefined) return { type: 'failed', code: await failure }
    const pipe = child.stdio[FIRST_OWN]
    return {
      type: 'started',
      child,
      pid,
      // The child is not reaped before the event loop continues, so the pid still belongs to it here.
      startTime: readProcess(pid)?.startTime ?? 0,
      gate: hasGate && pipe instanceof Duplex ? pipe : null,
      exit: exitOf(child),
    }
  } catch (error) {
    return { type: 'failed', code: faultCode(error) }
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}

const FIRST_OWN = 3

/** Without a listener an error would be uncaught, even one of a running child. */
function failureOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    const failed = guard("a command's error", (error) => resolve(faultCode(error)))
    child.on('error', failed)
  })
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once(
      'exit',
      guard("a command's exit", (code, signal) => resolve({ code, signal })),
    )
  })
}

/** Starts a command as a child of this process. */
export async function startHere(
  order: ProcessOrder,
  pipes: OutputPipes | null = null,
): Promise<StartedProcess> {
  const spawned = await spawnProcess(order, pipes && pathsOf(pipes))
  if (spawned.type === 'failed') {
    if (pipes !== null) discard(pipes)
    return spawned
  }
  const { child, exit, gate, pid, startTime } = spawned
  const [stdout, stderr] = pipes?.map((pipe) => pipe.read()) ?? [child.stdout, child.stderr]
  if (!stdout || !stderr) throw new Error('A command was started without pipes.')
  const input = child.stdin === null ? {} : { input: child.stdin }
  return { type: 'started', child: { pid, startTime, stdout, stderr, gate, ...input }, exit }
}
