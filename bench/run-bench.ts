import { join } from 'node:path'
import type { Trial } from './bench.ts'
import { type Outcome, runInProcess } from './run-in-process.ts'

/** Seconds: many times what any bench takes, even on a busy machine. A bench that hangs must not block the run. */
const LIMIT = 900
const SHORT_LIMIT = 60

/** Runs one bench in a process of its own, within its limit. */
export async function runBench(name: string, trial: Trial, stop: AbortSignal): Promise<Outcome> {
  const seconds = trial.isShort ? SHORT_LIMIT : LIMIT
  const module = join(import.meta.dirname, 'measure.ts')
  return runInProcess(
    { module, input: [name, JSON.stringify(trial)], limitMs: seconds * 1_000 },
    stop,
  )
}
