import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { access, constants } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { NEVER, within } from '../system/within.ts'
import { guard } from '../../runtime/guard.ts'
import { fileFault } from '../system/file-fault.ts'
import { ownTurn } from '../system/own-turn.ts'

/** How long a killed ripgrep may take to be gone (ms). */
const PATIENCE_MS = 500
const COMPLAINT_BYTES = 4 * 1024
/** The variables that ripgrep needs from the environment: git's global ignore file is in the home folder. */
const NEEDED = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'SYSTEMROOT']

/**
 * Nothing in the folder may influence it: no configuration, no other program, no file that is truncated while it is mapped.
 */
const SAFE = [
  '--no-config',
  '--no-mmap',
  '--no-messages',
  '--no-follow',
  '--color=never',
  '--hidden',
  '--null',
]

export interface RipgrepRequest {
  readonly args: readonly string[]
  /** The folder where it starts: the path through a held folder. */
  readonly folder: string
  /** Paths of files that are held open. Default: the whole folder is searched. */
  readonly files?: readonly string[]
  readonly maxBytes: number
  readonly limitMs: number
  readonly signal: AbortSignal
}

export type RipgrepOutcome =
  | {
      readonly type: 'done'
      readonly output: Buffer
      /** The reason why the result is incomplete; null if it is complete. */
      readonly cut: 'size' | 'time' | null
      /** True if something was left out because it cannot be read. */
      readonly hasUnreadable: boolean
      /** The error message; empty if it did not fail. */
      readonly complaint: string
    }
  | { readonly type: 'aborted' }
  /** `reason`: a sentence. */
  | { readonly type: 'failed'; readonly reason: string }

type Child = ChildProcessByStdio<null, Readable, Readable>

/** Runs ripgrep once, without a shell. When this resolves, no process of it is alive. Never rejects. */
export async function runRipgrep(request: RipgrepRequest): Promise<RipgrepOutcome> {
  const program = await ripgrepPath()
  if (program === null) return { type: 'failed', reason: 'ripgrep was not found on this machine.' }
  await ownTurn()
  if (request.signal.aborted) return { type: 'aborted' }
  const closed = request.files === undefined ? await whyClosed(request.folder) : null
  if (closed !== null) return { type: 'failed', reason: closed }
  try {
    return await follow(start(program, request), request)
  } catch (error) {
    return { type: 'failed', reason: `ripgrep could not be started: ${fileFault(error)}.` }
  }
}

/** ripgrep finds no files in a folder that it cannot read, and does not say why. */
async function whyClosed(folder: string): Promise<string | null> {
  try {
    await access(folder, constants.R_OK | constants.X_OK)
    return null
  } catch (error) {
    return `The folder cannot be searched: ${fileFault(error)}.`
  }
}

function start(program: string, { args, folder, files = ['./'] }: RipgrepRequest): Child {
  const env: Record<string, string> = {}
  for (const name of NEEDED) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  return spawn(program, [...args, ...SAFE, '--', ...files], {
    cwd: folder,
    env,
    shell: false,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function follow(child: Child, request: RipgrepRequest): Promise<RipgrepOutcome> {
  const { limitMs, maxBytes, signal } = request
  const output: Buffer[] = []
  let bytes = 0
  let complaint = ''
  // A character can be split between two chunks.
  const decoder = new StringDecoder()
  const isFull = Promise.withResolvers<void>()
  const take = guard("ripgrep's output", (chunk: Buffer) => {
    const remaining = maxBytes - bytes
    if (remaining > 0) output.push(chunk.subarray(0, remaining))
    bytes += chunk.length
    if (bytes > maxBytes) isFull.resolve()
  })
  const hear = guard("ripgrep's errors", (chunk: Buffer) => {
    if (complaint.length < COMPLAINT_BYTES) complaint += decoder.write(chunk)
  })
  child.stdout.on('data', take)
  child.stderr.on('data', hear)
  // 'close', because all of its output is needed; it has no children that could hold the pipes.
  const closed = once(child, 'close')
  const ended = await within(Promise.race([closed, isFull.promise]), limitMs, signal)
  if (ended.type !== 'done' || bytes > maxBytes) await end(child, closed)
  if (ended.type === 'aborted') return { type: 'aborted' }
  const cut = bytes > maxBytes ? 'size' : ended.type === 'late' ? 'time' : null
  const hasFailed = child.exitCode === 2
  const isRefused = hasFailed && bytes === 0
  return {
    type: 'done',
    output: Buffer.concat(output),
    cut,
    // --no-messages silences only the errors of files.
    hasUnreadable: hasFailed && complaint === '',
    complaint: isRefused ? complaint.trim() : '',
  }
}

async function end(child: Child, closed: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  child.stdout.destroy()
  child.stderr.destroy()
  await within(closed, PATIENCE_MS, NEVER)
}

/** Null if the package for this platform is not installed. A program inside an archive cannot be started. */
export async function ripgrepPath(): Promise<string | null> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return rgPath.replace(/\bapp\.asar\b/, 'app.asar.unpacked')
  } catch {
    return null
  }
}
