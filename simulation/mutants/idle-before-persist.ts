import { ok, type Result } from '../../src/shared/result.ts'
import {
  ConversationRecord as Record,
  type Saving,
} from '../../src/main/runtime/conversation/record/conversation-record.ts'
import type { CommitFault } from '../../src/main/runtime/ports/history-store.ts'
import type { PlacedStep } from '../../src/main/runtime/conversation/record/step-entries.ts'

/** PLANTED BUG: a conversation rests before the step that ends its turn is on disk, and even if it never gets there. */
export class ConversationRecord extends Record {
  override save(saving: Saving): Result<readonly PlacedStep[], CommitFault> {
    const saved = super.save(saving)
    if (saved.ok || saving.state.type !== 'idle') return saved
    const { seq } = this
    return ok(saving.steps.map((taken) => ({ ...taken, after: seq, seq: seq + 1, messages: [] })))
  }
}
