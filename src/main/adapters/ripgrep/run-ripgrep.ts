import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
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

/** The files that say what is ignored in all of a folder. With 64 MB of rules, ripgrep took 1.5 GB and did not begin within 10 s. */
const RULES = ['.gitignore', '.ignore', '.rgignore', '.git/info/exclude']
const MAX_RULES_BYTES = 1024 * 1024

/** Its exit code if it could not search everything. */
const FAILED = 2

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
      /** True if the folder's rules of what is ignored cannot be used: files that git ignores were searched too. */
      readonly ignoresNothing: boolean
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
  const isWalk = request.files === undefined
  const closed = isWalk ? await whyClosed(request.folder) : null
  if (closed !== null) return { type: 'failed', reason: closed }
  const ignoresNothing = isWalk && (await hasEndlessRules(request.folder))
  try {
    const args = ignoresNothing ? [...request.args, '--no-ignore'] : request.args
    return await follow(start(program, { ...request, args }), request, ignoresNothing)
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

/** True if ripgrep would read a device, a pipe or an enormous file, named by a link or not, to learn what is ignored. */
async function hasEndlessRules(folder: string): Promise<boolean> {
  const isEndless = async (name: string): Promise<boolean> => {
    try {
      const stats = await stat(join(folder, name))
      return !stats.isDirectory() && (!stats.isFile() || stats.size > MAX_RULES_BYTES)
    } catch {
      return false
    }
  }
  const each = await Promise.all(RULES.map(isEndless))
  return each.includes(true)
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

async function follow(
  child: Child,
  request: RipgrepRequest,
  ignoresNothing: boolean,
): Promise<RipgrepOutcome> {
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
  const fault = cut === null ? faultOf(child) : null
  if (fault !== null) return { type: 'failed', reason: fault }
  const hasFailed = child.exitCode === FAILED
  const isRefused = hasFailed && bytes === 0
  return {
    type: 'done',
    output: Buffer.concat(output),
    cut,
    // --no-messages silences only the errors of files.
    hasUnreadable: hasFailed && complaint === '',
    ignoresNothing,
    complaint: isRefused ? complaint.trim() : '',
  }
}

/** A sentence if it crashed or something else ended it: what it printed is not all there is. */
function faultOf({ exitCode, signalCode }: Child): string | null {
  const how = exitCode !== null && exitCode > FAILED ? `exit code ${exitCode}` : signalCode
  return how === null ? null : `ripgrep ended with ${how} before it had finished.`
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
