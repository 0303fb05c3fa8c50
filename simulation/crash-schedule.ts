import type { ConversationState } from '../src/shared/conversation/conversation-state.ts'
import type { Choices } from './choices.ts'
import type { Mark } from './marks/marks.ts'

/** The mark for the state in which the app died. */
const CRASH_MARKS: { readonly [Type in ConversationState['type']]?: readonly Mark[] } = {
  toolExecuting: ['the app died while a tool ran'],
  llmRequesting: ['the app died while the model was asked'],
  awaitingApproval: ['the app died while a person was asked'],
  awaitingAnswer: ['the app died while a question waited'],
  awaitingSubAgents: ['the app died while sub-agents worked'],
}

export function crashMarksOf({ type }: ConversationState): readonly Mark[] {
  return CRASH_MARKS[type] ?? []
}

/** Decides when the app dies. Points are counted in half writes: one before and one after each write. */
export class CrashSchedule {
  readonly #choices: Choices
  /** The death that this run tests, and then the one in the recovery from it; null: none. */
  #tested: number | null
  #next: number | null = null
  /** Half writes until the death in the following life; null: that life is not cut short. */
  #again: number | null = null
  /** True once the app has died where this run tests it. */
  hasStruck = false

  /** `commit`: the death that this run tests; null: none. Until then it is the same run as without. */
  constructor(commit: number | null, choices: Choices) {
    this.#tested = commit
    this.#choices = choices
  }

  schedule(at: number): void {
    this.#next ??= at
    this.#again = this.#choices.int(4)
  }

  isDue(at: number): boolean {
    return at === this.#next || at === this.#tested
  }

  /** The app has died at `due`; schedules the death of the next life, if any. `at`: the first point of that life. */
  crashed(due: number, at: number): void {
    if (due === this.#next) {
      this.#next = this.#again === null ? null : at + this.#again
      this.#again = null
    }
    if (due !== this.#tested) return
    this.#tested = this.hasStruck ? null : at + this.#choices.int(4)
    this.hasStruck = true
  }

  /** Cancels all deaths except those that this run tests. */
  heal(): void {
    this.#next = null
    this.#again = null
  }
}
