import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { RUN_TOKEN_NAME } from '../src/main/adapters/processes/tree/run-token.ts'
import { endProcesses, treeOf } from './end-processes.ts'
import type { Row } from './figures.ts'

/** The outcome of one run of a bench. */
export type Outcome =
  | { readonly type: 'measured'; readonly rows: readonly Row[] }
  /** This machine lacks something. */
  | { readonly type: 'impossible'; readonly reason: string }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'overdue'; readonly limitMs: number }

/** The report of a bench's process. */
export type Report = Exclude<Outcome, { readonly type: 'overdue' }>

export interface Job {
  /** A module that measures and sends one Report. */
  readonly module: string
  readonly input: readonly string[]
  readonly limitMs: number
}

/**
 * Runs a bench in a process of its own until it reports, exits, or exceeds its limit. Then cleans up: its processes are
 * ended (hosts, browsers, commands) and its temp folder is removed. Rejects only if the signal aborts.
 */
export async function runInProcess(
  { input, limitMs, module }: Job,
  stop: AbortSignal,
): Promise<Outcome> {
  stop.throwIfAborted()
  const runToken = randomUUID()
  const temp = mkdtempSync(join(tmpdir(), 'phoenix-bench-'))
  const env = { ...process.env, [RUN_TOKEN_NAME]: runToken, TMPDIR: temp }
  const child = fork(module, input, {
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const tree = treeOf(child.pid ?? 0, runToken)
  const over = new AbortController()
  try {
    return await Promise.race([
      reported(child),
      overdue(limitMs, over.signal),
      aborted(stop, over.signal),
    ])
  } finally {
    over.abort()
    await endProcesses(tree)
    rmSync(temp, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function reported(child: ChildProcess): Promise<Outcome> {
  return new Promise((resolve) => {
    child.once('message', (report: Report) => resolve(report))
    child.once('error', (error) => resolve({ type: 'failed', reason: error.message }))
    // Its last message may arrive after its exit; the channel closes after that.
    child.once('disconnect', () => {
      resolve({ type: 'failed', reason: 'Its process left without figures.' })
    })
  })
}

async function overdue(limitMs: number, signal: AbortSignal): Promise<Outcome> {
  await delay(limitMs, undefined, { signal }).catch(() => undefined)
  return { type: 'overdue', limitMs }
}

async function aborted(stop: AbortSignal, signal: AbortSignal): Promise<never> {
  await once(stop, 'abort', { signal }).catch(() => undefined)
  throw new Error('The run was stopped.')
}
