import type { AgentId } from '../../../shared/ids.ts'
import type { InputOf } from '../../core/machine/event.ts'

export type ChildNow = InputOf<'childChanged'>['now']

/** A recorded sub-agent that should start its task. It reports only to the parent that started it. */
export interface ChildStart {
  readonly agentId: AgentId
  readonly task: string
  /** Its reason is a Stop. */
  readonly signal: AbortSignal
  /** Reports a change; nothing is reported after `ended`. */
  report(now: ChildNow): void
}
