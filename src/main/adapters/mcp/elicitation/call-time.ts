import { guard } from '../../../runtime/guard.ts'

/** The SDK's own timeout is switched off: calls have their own limit. */
export const NO_TIMEOUT = 2 ** 31 - 1

/** The time limit of a call. It is paused while the user is asked. */
export class CallTime {
  #leftMs: number
  #since = 0
  #timer: NodeJS.Timeout | null = null
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
    if (this.#timer === null) return
    clearTimeout(this.#timer)
    this.#timer = null
    this.#leftMs -= performance.now() - this.#since
  }

  /** Stops it for good: the call is over, though a question of it may still be open. */
  end(): void {
    this.stop()
    this.#hasEnded = true
  }

  goOn(): void {
    if (this.#timer !== null || this.#hasEnded) return
    this.#since = performance.now()
    const end = guard('the limit of a call', () => this.#over.abort())
    this.#timer = setTimeout(end, Math.max(1, this.#leftMs))
  }
}
