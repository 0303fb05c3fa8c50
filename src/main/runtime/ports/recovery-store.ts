import type { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import type { InputOf, OpenCall, OpenTurn } from '../../core/machine/event.ts'

/** What a restart needs to know about a conversation that was not idle (rule 7). */
export interface RecoveryFacts {
  readonly openTurn: OpenTurn | null
  readonly rested: InputOf<'recovered'>['rested']
  readonly openCalls: readonly OpenCall[]
}

/** What a start finds: conversations that were at work, and those that ended an earlier start. */
export interface RecoveryStore {
  /** Conversations whose stored state is not idle (for a sub-agent: not ended) or cannot be read; sub-agents first. */
  unsettled(): readonly ConversationId[]
  recoveryFacts(id: ConversationId): RecoveryFacts
  /** On disk before the recovery of a conversation starts: this identifies the one in which a start dies (T67). */
  beginRecovery(id: ConversationId): Result<null, StoreFault>
  /** The recovery is over; for one that was set aside: a person may try it again. */
  endRecovery(id: ConversationId): Result<null, StoreFault>
  /**
   * Conversations whose recovery was begun and never ended. Read before any recovery begins, these are the ones that
   * earlier starts died in.
   */
  setAside(): readonly ConversationId[]
}
