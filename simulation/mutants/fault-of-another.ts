import type { ConversationId } from '../../src/shared/ids.ts'
import { failed, type Result } from '../../src/shared/result.ts'
import {
  ConversationRecord as Record,
  type Saving,
} from '../../src/main/runtime/conversation/record/conversation-record.ts'
import type { CommitFault } from '../../src/main/runtime/ports/history-store.ts'
import type { PlacedStep } from '../../src/main/runtime/conversation/record/step-entries.ts'

let last: { readonly id: ConversationId; readonly fault: CommitFault } | null = null

/** PLANTED BUG: a failed write of one conversation is reported to the next one that writes. */
export class ConversationRecord extends Record {
  override save(saving: Saving): Result<readonly PlacedStep[], CommitFault> {
    const { id } = this.stored
    if (last !== null && last.id !== id) {
      const { fault } = last
      last = null
      return failed(fault)
    }
    const saved = super.save(saving)
    last = saved.ok ? null : { id, fault: saved.error }
    return saved
  }
}
