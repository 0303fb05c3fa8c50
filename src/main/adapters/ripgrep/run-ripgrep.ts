import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { NEVER, within } from '../system/within.ts'
import { guard } from '../../runtime/guard.ts'
import { ownTurn } from '../system/own-turn.ts'

/** How long a killed ripgrep may take to be gone (ms). */
const PATIENCE_MS = 500
const COMPLAINT_BYTES = 4 * 1024
/** What ripgrep needs of the environment: git's own list of ignored files stands in the home folder. */
const NEEDED = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'SYSTEMROOT']

/** Nothing of the folder may steer it: no configuration, no other program, no file that is cut while it is mapped. */
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
  /** Where it starts: by the way of a folder that is held. */
  readonly folder: string
  /** Files that are held open, by their ways; without it all of the folder is searched. */
  readonly files?: readonly string[]
  readonly maxBytes: number
  readonly limitMs: number
  readonly signal: AbortSignal
}

export type RipgrepOutcome =
  | {
      readonly type: 'done'
      readonly output: Buffer
      /** Why there is no more of it; null: it is all. */
      readonly cut: 'size' | 'time' | null
      /** Why it could not do it; empty where it could. */
      readonly complaint: string
    }
  | { readonly type: 'aborted' }
  | { readonly type: 'failed'; readonly reason: string }

type Child = ChildProcessByStdio<null, Readable, Readable>

/** Runs ripgrep once, by its arguments, without a shell. When this resolves, nothing of it lives. Never rejects. */
export async function runRipgrep(request: RipgrepRequest): Promise<RipgrepOutcome> {
  const program = await ripgrepPath()
  if (program === null) return { type: 'failed', reason: 'ripgrep was not found on this machine.' }
  await ownTurn()
  if (request.signal.aborted) return { type: 'aborted' }
  try {
    return await follow(start(program, request), request)
  } catch (error) {
    return { type: 'failed', reason: `ripgrep could not be started: ${String(error)}` }
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
  const isFull = Promise.withResolvers<void>()
  const take = guard('what ripgrep finds', (chunk: Buffer) => {
    const room = maxBytes - bytes
    if (room > 0) output.push(chunk.subarray(0, room))
    bytes += chunk.length
    if (bytes > maxBytes) isFull.resolve()
  })
  const hear = guard('what ripgrep complains of', (chunk: Buffer) => {
    if (complaint.length < COMPLAINT_BYTES) complaint += chunk.toString()
  })
  child.stdout.on('data', take)
  child.stderr.on('data', hear)
  // 'close', for all it printed is wanted; it has no children that could hold the pipes.
  const closed = once(child, 'close')
  const ended = await within(Promise.race([closed, isFull.promise]), limitMs, signal)
  if (ended.type !== 'done' || bytes > maxBytes) await end(child, closed)
  if (ended.type === 'aborted') return { type: 'aborted' }
  const cut = bytes > maxBytes ? 'size' : ended.type === 'late' ? 'time' : null
  const isRefused = child.exitCode === 2 && bytes === 0
  return {
    type: 'done',
    output: Buffer.concat(output),
    cut,
    complaint: isRefused ? complaint.trim() : '',
  }
}

/** A name as ripgrep prints it, from the folder. */
export function fromFolder(name: string): string {
  return name.replace(/^\.\//, '')
}

/** Whole names of a list, from the folder. */
export function namesIn(output: Buffer): readonly string[] {
  const end = output.lastIndexOf(0)
  if (end < 0) return []
  const names = output.subarray(0, end).toString().split('\0')
  return names.map(fromFolder)
}

async function end(child: Child, closed: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  child.stdout.destroy()
  child.stderr.destroy()
  await within(closed, PATIENCE_MS, NEVER)
}

/** Null: the package of this platform is not installed. Inside an archive no program can be started. */
export async function ripgrepPath(): Promise<string | null> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return rgPath.replace(/\bapp\.asar\b/, 'app.asar.unpacked')
  } catch {
    return null
  }
}
