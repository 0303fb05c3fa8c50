import type { AppError } from '../../../../shared/app-error.ts'
import type { OutputPage } from '../../../../shared/protocol/output-page.ts'
import type { Result } from '../../../../shared/result.ts'
import { joinedPages, withOutput } from './kept-output.ts'

type Ask = (
  before: number | null,
) => Promise<Result<{ readonly page: OutputPage | null }, AppError>>

/** The whole output of a command, read from its end to its beginning, a page at a time. */
export class WholeOutput {
  /** What has been read. Null: nothing, or the result says everything. */
  page = $state.raw<OutputPage | null>(null)
  /** True after the first answer. */
  isKnown = $state(false)
  /** Why the last request failed; null: it succeeded. */
  problem = $state.raw<string | null>(null)
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** Reads the end, then with each call what comes before. */
  async load(): Promise<void> {
    this.page = (await this.#withEarlier(this.page)) ?? this.page
    this.isKnown = true
  }

  /** The result's text with all of the output; null if that cannot be read now. */
  async fill(text: string): Promise<string | null> {
    let all = this.page
    while (all === null ? this.problem !== null : all.from > 0) {
      const more = await this.#withEarlier(all)
      if (this.problem !== null) return null
      if (more === null) break
      all = more
    }
    return withOutput(text, all)
  }

  /** Null: there is no more, or it cannot be read. */
  async #withEarlier(known: OutputPage | null): Promise<OutputPage | null> {
    const answer = await this.#ask(known === null ? null : known.from)
    this.problem = answer.ok ? null : answer.error.message
    const found = answer.ok ? answer.value.page : null
    return found === null ? null : joinedPages(found, known)
  }
}
