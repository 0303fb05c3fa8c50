import type { AgentId, TimerId, WorkId } from '../../../shared/ids.ts'
import type { OverBudget } from '../../../shared/budget.ts'
import type { Rule, Turn } from '../../../shared/turn.ts'
import type { Input, StoreFault } from '../../core/machine/event.ts'
import type { Refusal } from '../../core/machine/step.ts'
import type { ConversationRuntime } from './conversation-runtime.ts'
import type { EffectPorts } from './effect-runner.ts'
import type { FolderPort, InstructionsPort } from '../ports/file-ports.ts'
import type { Observer } from '../ports/observer.ts'
import type { Clock, Ids } from '../ports/ports.ts'
import type { OutboxStore } from '../ports/outbox-store.ts'
import type { RecordStore } from './conversation-record.ts'
import type { Pulse } from './pulse.ts'
import type { ChildStart } from './sub-agents.ts'

/** What the sender of an event hears, in the same tick. */
export type Answer =
  | { readonly type: 'accepted' }
  | { readonly type: 'refused'; readonly reason: Refusal }
  | { readonly type: 'failed'; readonly fault: StoreFault }

/** What lies in a mailbox. `settles`: the work or timer whose one final report it is. */
export interface Item {
  readonly input: Input
  readonly settles: WorkId | TimerId | null
  readonly answer: ((answer: Answer) => void) | null
}

export interface RuntimePorts extends EffectPorts {
  readonly store: RecordStore & OutboxStore
  readonly clock: Clock
  readonly ids: Ids
  readonly pulse: Pulse
  readonly instructions: InstructionsPort
  readonly folders: FolderPort
  readonly observer: Observer
}

/** What lies around a runtime. Hears of its steps after each is on disk and told. */
export interface RuntimeHost {
  changed(runtime: ConversationRuntime): void
  turnCompleted(runtime: ConversationRuntime): void
  /** It has nothing under way: where nobody looks at it, it may be let go. */
  done(): void
  /** A step threw: what it has in memory may be neither what was nor what is. */
  broke(runtime: ConversationRuntime, error: unknown): void
  startChild(child: ChildStart): void
  /** What of its budget is used up before a request of this turn; null: nothing. */
  overBudget(runtime: ConversationRuntime, turn: Turn): OverBudget | null
  /** Whether a sub-agent can still report its end. */
  isAtWork(agentId: AgentId): boolean
  /** Rules of its folder are on disk with this step. */
  rulesSaved(runtime: ConversationRuntime, rules: readonly Rule[]): void
}
