import { guard } from '../../../runtime/guard.ts'
import { within } from '../../system/within.ts'
import { type RunDependencies, type StartedRun, startRun, type StartRequest } from './start-run.ts'

/** How long to wait for sandboxes to end (ms). */
const SETTLE_MS = 1_000

/**
 * Tracks whether processes are running in sandboxes, so work that they must not influence can be done while there are none.
 */
export class SandboxedRuns {
  readonly #inside = new Set<Promise<unknown>>()
  #begun = 0

  async start(request: StartRequest, dependencies: RunDependencies): Promise<StartedRun> {
    if (request.sandboxPolicy === null) return startRun(request, dependencies)
    this.#begun += 1
    const starting = startRun(request, dependencies).then((started) => {
      const isLeft = started.type !== 'started'
      return { started, released: isLeft ? Promise.resolve() : started.released }
    })
    const empty = starting.then(({ released }) => released)
    this.#inside.add(empty)
    const forget = guard('a sandbox that is empty', () => this.#inside.delete(empty))
    void empty.then(forget, forget)
    return (await starting).started
  }

  /** Returns a function that says whether no process has been in a sandbox since now. */
  watch(): () => boolean {
    const begun = this.#begun
    const wasEmpty = this.#inside.size === 0
    return () => wasEmpty && this.#begun === begun
  }

  /** Waits a moment for the existing sandboxes to become empty. */
  async settled(signal: AbortSignal): Promise<void> {
    await within(Promise.allSettled(this.#inside), SETTLE_MS, signal)
  }
}
