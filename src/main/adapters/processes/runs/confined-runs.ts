import { guard } from '../../../runtime/guard.ts'
import { within } from '../../system/within.ts'
import { type RunDependencies, type StartedRun, startRun, type StartRequest } from './start-run.ts'

/** How long the end of sandboxes is waited for (ms). */
const SETTLE_MS = 1_000

/** Which processes of a sandbox there are, so something that they must not influence can be done while there are none. */
export class ConfinedRuns {
  readonly #inside = new Set<Promise<unknown>>()
  #begun = 0

  async start(request: StartRequest, dependencies: RunDependencies): Promise<StartedRun> {
    if (request.sandboxPolicy === null) return startRun(request, dependencies)
    this.#begun += 1
    const gone = startRun(request, dependencies).then((started) => {
      const isLeft = started.type !== 'started'
      return { started, released: isLeft ? Promise.resolve() : started.released }
    })
    const empty = gone.then(({ released }) => released)
    this.#inside.add(empty)
    const forget = guard('a sandbox that is empty', () => this.#inside.delete(empty))
    void empty.then(forget, forget)
    return (await gone).started
  }

  /** The returned function tells whether no process was in a sandbox from now until it is asked. */
  watch(): () => boolean {
    const begun = this.#begun
    const wasEmpty = this.#inside.size === 0
    return () => wasEmpty && this.#begun === begun
  }

  /** Waits a moment for the sandboxes that there are to become empty. */
  async settled(signal: AbortSignal): Promise<void> {
    await within(Promise.allSettled(this.#inside), SETTLE_MS, signal)
  }
}
