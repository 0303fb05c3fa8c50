import type { AgentId } from '../../../shared/ids.ts'
import type { OverBudget } from '../../../shared/settings/budget.ts'
import type { Rule, Turn } from '../../../shared/conversation/turn.ts'
import type { ChildStart } from './child-start.ts'

/** Why a conversation is set aside. `fault`: it ended a start, or one of its steps threw. `overtaken`: another program wrote to it. */
export type AsideCause = 'fault' | 'overtaken'

/** The environment of a runtime. It is notified of each step after the step is saved and published. */
export interface RuntimeHost<Runtime> {
  changed(runtime: Runtime): void
  turnCompleted(runtime: Runtime): void
  /** Nothing is under way: unless a client looks at it, the runtime may be released. */
  done(): void
  /** A step threw: its state in memory cannot be trusted. */
  broke(runtime: Runtime, error: unknown): void
  /** Another program has written to its conversation: what it knows is out of date. */
  overtaken(runtime: Runtime): void
  startChild(child: ChildStart): void
  /** What has used up its budget before a request of this turn; null: nothing. */
  overBudget(runtime: Runtime, turn: Turn): OverBudget | null
  /** Whether a sub-agent can still report its end. */
  isAtWork(agentId: AgentId): boolean
  /** Rules of its folder are on disk with this step. */
  rulesSaved(runtime: Runtime, rules: readonly Rule[]): void
}
