import type { ConversationState } from '../src/shared/conversation/conversation-state.ts'
import type { Choices } from './choices.ts'
import type { Mark } from './marks/marks.ts'

/** What went on when the app died. */
const DIED_IN: { readonly [Type in ConversationState['type']]?: readonly Mark[] } = {
  toolExecuting: ['the app died while a tool ran'],
  llmRequesting: ['the app died while the model was asked'],
  awaitingApproval: ['the app died while a person was asked'],
  awaitingAnswer: ['the app died while a question waited'],
  awaitingSubAgents: ['the app died while sub-agents worked'],
}

export function diedIn({ type }: ConversationState): readonly Mark[] {
  return DIED_IN[type] ?? []
}

/** When the app dies: counted in writes, twice each: before it and after it. */
export class Deaths {
  private readonly commit: number | null
  private readonly choices: Choices
  private next: number | null
  /** So many half writes into the life that follows. */
  private again: number | null = null

  /** `commit`: the death that a run is about; null: it is about none. */
  constructor(commit: number | null, choices: Choices) {
    this.commit = commit
    this.choices = choices
    this.next = commit
    if (commit !== null) this.again = choices.int(4)
  }

  order(at: number): void {
    this.next ??= at
    this.again = this.choices.int(4)
  }

  isDue(at: number): boolean {
    return at === this.next
  }

  /** The app is dead: the next life may be short. */
  happened(at: number): void {
    this.next = this.again === null ? null : at + this.again
    this.again = null
  }

  /** But for the death that this run is about. */
  heal(): void {
    this.again = null
    if (this.commit === null) this.next = null
  }
}
