import { systemTimers } from '../../system/system-clock.ts'

/** The SDK's own timeout is switched off: calls have their own limit. */
export const NO_TIMEOUT = 2 ** 31 - 1

/** The time limit of a call, in time awake. It is paused while the user is asked. */
export class CallTime {
  #leftMs: number
  #since = 0
  #stopTimer: (() => void) | null = null
  #hasEnded = false
  readonly #over = new AbortController()

  constructor(limitMs: number) {
    this.#leftMs = limitMs
    this.goOn()
  }

  /** Aborts when the time is up. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  stop(): void {
    if (this.#stopTimer === null) return
    this.#stopTimer()
    this.#stopTimer = null
    this.#leftMs -= systemTimers.awake() - this.#since
  }

  /** Stops it for good: the call is over, though a question of it may still be open. */
  end(): void {
    this.stop()
    this.#hasEnded = true
  }

  goOn(): void {
    if (this.#stopTimer !== null || this.#hasEnded) return
    this.#since = systemTimers.awake()
    this.#stopTimer = systemTimers.start(this.#leftMs, () => this.#over.abort())
  }
}
