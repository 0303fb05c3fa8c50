import { systemTimers } from './system-clock.ts'

/**
 * A limit of time awake, until it is disposed of: AbortSignal.timeout counts the time asleep, too, and comes before an answer
 * that arrived while the thread was held.
 */
export class AwakeLimit implements Disposable {
  readonly #over = new AbortController()
  readonly #stopTimer: () => void

  constructor(limitMs: number) {
    this.#stopTimer = systemTimers.start(limitMs, () => this.#over.abort())
  }

  /** Aborts when the time is up. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  [Symbol.dispose](): void {
    this.#stopTimer()
  }
}
