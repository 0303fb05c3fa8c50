import type { AgentId } from '../../../shared/ids.ts'
import type { Rule } from '../../../shared/conversation/turn.ts'
import type { ChildStart } from './child-start.ts'

/** The environment of a runtime. It hears of each step after the step is on disk and published. */
export interface RuntimeHost<Runtime> {
  changed(runtime: Runtime): void
  turnCompleted(runtime: Runtime): void
  /** Nothing is under way: unless a client looks at it, the runtime may be released. */
  done(): void
  /** A step threw: its state in memory cannot be trusted. */
  broke(runtime: Runtime, error: unknown): void
  startChild(child: ChildStart): void
  /** Whether a sub-agent can still report its end. */
  isAtWork(agentId: AgentId): boolean
  /** Rules of its folder are on disk with this step. */
  rulesSaved(runtime: Runtime, rules: readonly Rule[]): void
}
