import type { AgentId } from '../../../shared/ids.ts'
import type { OverBudget } from '../../../shared/settings/budget.ts'
import type { Rule, Turn } from '../../../shared/conversation/turn.ts'
import type { ChildStart } from './child-start.ts'

/**
 * Why a conversation is set aside. `fault`: it crashed a start, or one of its steps threw. `overtaken`: another program
 * wrote to it.
 */
export type SetAsideCause = 'fault' | 'overtaken'

/** The environment of a runtime. It is notified of each step after the step is saved and published. */
export interface RuntimeHost<Runtime> {
  changed(runtime: Runtime): void
  turnCompleted(runtime: Runtime): void
  /** Called when nothing is under way: unless a client shows it, the runtime may be released. */
  done(): void
  /** Called when a step threw: its state in memory cannot be trusted. */
  broke(runtime: Runtime, error: unknown): void
  /** Called when another program has written to its conversation: its knowledge is out of date. */
  overtaken(runtime: Runtime): void
  startChild(child: ChildStart): void
  readonly budget: {
    /** Returns the budget that is used up before a request of this turn; null if none. */
    overBy(runtime: Runtime, turn: Turn): OverBudget | null
    /** Resolves when `overBy` has little to read, in a later tick; null: there is no budget. */
    prepared(runtime: Runtime): Promise<unknown> | null
  }
  /** True if a sub-agent can still report its end. */
  isAtWork(agentId: AgentId): boolean
  /** Called when rules of its folder were saved with a step. */
  rulesSaved(runtime: Runtime, rules: readonly Rule[]): void
}
