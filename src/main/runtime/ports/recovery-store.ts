import type { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import type { InputOf, OpenCall, OpenTurn } from '../../core/machine/event.ts'

/** The facts that a restart needs about a conversation that was not idle (rule 7). */
export interface RecoveryFacts {
  readonly openTurn: OpenTurn | null
  readonly rested: InputOf<'recovered'>['rested']
  readonly openCalls: readonly OpenCall[]
}

/** The conversations that a start finds unsettled: those that were at work, and those that crashed an earlier start. */
export interface RecoveryStore {
  /**
   * Returns conversations whose stored state is not idle (for a sub-agent: not ended) or cannot be read; sub-agents
   * first.
   */
  unsettled(): readonly ConversationId[]
  recoveryFacts(id: ConversationId): RecoveryFacts
  /** Marks on disk that the recovery of a conversation starts: this identifies the one that crashes a start (T67). */
  beginRecovery(id: ConversationId): Result<null, StoreFault>
  /** Ends a recovery; for a conversation that was set aside: a person tries it again. */
  endRecovery(id: ConversationId): Result<null, StoreFault>
  /**
   * Returns conversations whose recovery never ended. Read before any recovery starts, these are the ones that crashed
   * earlier starts.
   */
  setAside(): readonly ConversationId[]
}
