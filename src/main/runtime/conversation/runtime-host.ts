import type { AgentId } from '../../../shared/ids.ts'
import type { Rule } from '../../../shared/conversation/turn.ts'
import type { ChildStart } from './child-start.ts'

/** What lies around a runtime. Hears of its steps after each is on disk and told. */
export interface RuntimeHost<Runtime> {
  changed(runtime: Runtime): void
  turnCompleted(runtime: Runtime): void
  /** It has nothing under way: where nobody looks at it, it may be let go. */
  done(): void
  /** A step threw: what it has in memory may be neither what was nor what is. */
  broke(runtime: Runtime, error: unknown): void
  startChild(child: ChildStart): void
  /** Whether a sub-agent can still report its end. */
  isAtWork(agentId: AgentId): boolean
  /** Rules of its folder are on disk with this step. */
  rulesSaved(runtime: Runtime, rules: readonly Rule[]): void
}
