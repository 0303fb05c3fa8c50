import { type OutputSinks, readOutput, type RunOutput } from '../output/run-output.ts'
import type { RunOutcome } from './run-outcome.ts'
import type { CommandProcess, Exit } from '../spawn/command-process.ts'
import { within } from '../../system/within.ts'

/** How long left-over processes may hold the pipes open after the exit (ms). */
export const DRAIN_MS = 250
/** Processes still alive in its sandbox by then are killed, and may take this long to disappear (ms). */
export const END_MS = 5_000

export interface CommandRun extends OutputSinks {
  readonly child: CommandProcess
  readonly exit: Promise<Exit>
  readonly limitMs: number
  /** The only way to recognise an abort, never a text (T07). */
  readonly signal: AbortSignal
  /** Resolves when its sandbox is empty and the folder's temporary protection is removed. */
  readonly released: Promise<void>
  /** Ends the whole tree; resolves when it is gone or given up on. */
  readonly endTree: () => Promise<unknown>
}

/**
 * Follows a started command to its end: exit and drain, the limit, or the abort. It never waits for 'close', because a
 * background job that holds the pipes could block the call forever.
 */
export async function followRun(run: CommandRun): Promise<RunOutcome> {
  const startedAt = performance.now()
  const output = readOutput(run.child, run)
  const ended = await within(run.exit, run.limitMs, run.signal)
  if (ended.type === 'late') return timedOut(run, output)
  if (ended.type === 'aborted') return aborted(run, output)
  const durationMs = performance.now() - startedAt
  const [drained, released] = await Promise.all([
    within(output.drained, DRAIN_MS, run.signal),
    within(run.released, DRAIN_MS, run.signal),
  ])
  if (drained.type === 'aborted') return aborted(run, output)
  if (released.type === 'late') {
    await within(run.endTree(), END_MS, run.signal)
    // What the release finds in the folder belongs to the result.
    await within(run.released, END_MS, run.signal)
  }
  const { code, signal } = ended.value
  const printed = await output.finish(run.signal)
  if (run.signal.aborted) return aborted(run, output)
  return signal === null
    ? { type: 'exited', code: code ?? 0, durationMs, printed }
    : { type: 'signalled', signal, durationMs, printed }
}

async function aborted(run: CommandRun, output: RunOutput): Promise<RunOutcome> {
  output.abandon()
  await run.endTree()
  return { type: 'aborted' }
}

/** Output produced while the command is being ended belongs to the result. */
async function timedOut(run: CommandRun, output: RunOutput): Promise<RunOutcome> {
  await run.endTree()
  await within(
    run.exit.then(() => output.drained),
    DRAIN_MS,
    run.signal,
  )
  const printed = await output.finish(run.signal)
  if (run.signal.aborted) return { type: 'aborted' }
  return { type: 'timedOut', limitMs: run.limitMs, printed }
}
