import type { AgentId } from '../../../shared/ids.ts'
import type { InputOf } from '../../core/machine/event.ts'

export type ChildNow = InputOf<'childChanged'>['now']

/** A sub-agent on record that is to begin with its task. Its reports reach the parent that started it, and nobody else. */
export interface ChildStart {
  readonly agentId: AgentId
  readonly task: string
  /** Its reason is a Stop. */
  readonly signal: AbortSignal
  /** After `ended` nothing more is reported. */
  report(now: ChildNow): void
}
