import type { AppError } from '../../shared/app-error.ts'
import type { Result } from '../../shared/result.ts'

/** What the host answers, asked for repeatedly while somebody looks at it. */
export class LookAgain<Value> {
  /** The last answer; null: none yet. */
  value = $state.raw<Value | null>(null)
  /** Why the last look failed that the host answered; null: it succeeded. A line that is cut says so itself. */
  problem = $state.raw<string | null>(null)
  readonly #ask: () => Promise<Result<Value, AppError>>
  readonly #everyMs: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = 0
  #isOpen = false

  constructor(ask: () => Promise<Result<Value, AppError>>, everyMs: number) {
    this.#ask = ask
    this.#everyMs = everyMs
  }

  /** Looks until the returned function is called. */
  readonly start = (): (() => void) => {
    this.#isOpen = true
    void this.look()
    return () => {
      this.#isOpen = false
      this.#asked += 1
      clearTimeout(this.#timer)
    }
  }

  /** Looks now. The answer to a later request is newer. */
  async look(): Promise<void> {
    if (!this.#isOpen) return
    clearTimeout(this.#timer)
    const mine = (this.#asked += 1)
    const answer = await this.#ask()
    if (mine !== this.#asked) return
    if (answer.ok) this.problem = null
    else if (answer.error.code !== 'disconnected') this.problem = answer.error.message
    if (answer.ok) this.value = answer.value
    this.#timer = setTimeout(() => void this.look(), this.#everyMs)
  }
}
