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
  readonly #commit: number | null
  readonly #choices: Choices
  #next: number | null
  /** Half writes until the death in the following life; null: that life is not cut short. */
  #again: number | null = null

  /** `commit`: the death that this run tests; null: none. */
  constructor(commit: number | null, choices: Choices) {
    this.#commit = commit
    this.#choices = choices
    this.#next = commit
    if (commit !== null) this.#again = choices.int(4)
  }

  schedule(at: number): void {
    this.#next ??= at
    this.#again = this.#choices.int(4)
  }

  isDue(at: number): boolean {
    return at === this.#next
  }

  /** The app has died; schedules the death of the next life, if any. */
  crashed(at: number): void {
    this.#next = this.#again === null ? null : at + this.#again
    this.#again = null
  }

  /** Cancels all deaths except the one that this run tests. */
  heal(): void {
    this.#again = null
    if (this.#commit === null) this.#next = null
  }
}
