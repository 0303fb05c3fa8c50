import { guard } from '../../../runtime/guard.ts'
import { NEVER, within } from '../../system/within.ts'
import type { RunOutcome } from './run-outcome.ts'
import type { RunRequest } from './start-run.ts'

/** How long a close waits for runs that may finish. */
const FINISH_MS = 1_000

interface OpenRun {
  readonly mayFinish: boolean
  readonly outcome: Promise<RunOutcome>
}

/** The runs that have not ended yet, each with what aborts it. */
export class OpenRuns {
  readonly #runs = new Map<AbortController, OpenRun>()

  add(request: RunRequest, run: (request: RunRequest) => Promise<RunOutcome>): Promise<RunOutcome> {
    const { mayFinish = false, signal } = request
    const stop = new AbortController()
    const forward = guard('aborting a command', () => stop.abort())
    signal.addEventListener('abort', forward, { once: true })
    const onOutput = guard('showing output', request.onOutput)
    const outcome = run({ ...request, signal: stop.signal, onOutput })
    this.#runs.set(stop, { mayFinish, outcome })
    return outcome.finally(() => {
      this.#runs.delete(stop)
      signal.removeEventListener('abort', forward)
    })
  }

  /** Aborts them in this tick, those that may finish after a moment. Resolves when all have ended. */
  async close(): Promise<void> {
    const all = [...this.#runs]
    for (const [stop, { mayFinish }] of all) if (!mayFinish) stop.abort()
    const ended = Promise.all(all.map(([, { outcome }]) => outcome))
    await within(ended, FINISH_MS, NEVER)
    for (const [stop] of all) stop.abort()
    await ended
  }
}
