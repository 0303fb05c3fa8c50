import type { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import type { InputOf, OpenCall, OpenTurn } from '../../core/machine/event.ts'

/** What a restart needs to know of a conversation that was not idle (rule 7). */
export interface RecoveryFacts {
  readonly openTurn: OpenTurn | null
  readonly rested: InputOf<'recovered'>['rested']
  readonly openCalls: readonly OpenCall[]
}

/** What a start finds of conversations that were at work, and which of them ended an earlier start. */
export interface RecoveryStore {
  /** Conversations whose stored state is not idle (of a sub-agent: has not ended) or cannot be read; sub-agents first. */
  unsettled(): readonly ConversationId[]
  recoveryFacts(id: ConversationId): RecoveryFacts
  /** On disk before the recovery of a conversation starts: a start that dies in it is known by it (T67). */
  beginRecovery(id: ConversationId): Result<null, StoreFault>
  /** The recovery is over; of one set aside: a person may try it again. */
  endRecovery(id: ConversationId): Result<null, StoreFault>
  /** Conversations whose recovery was begun and never ended: read before one is begun, those that earlier starts died in. */
  setAside(): readonly ConversationId[]
}
