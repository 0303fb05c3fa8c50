import type { ConversationState } from '../../src/shared/conversation-state.ts'
import { ok, type Result } from '../../src/shared/result.ts'
import type { StoreFault } from '../../src/main/core/event.ts'
import { ConversationRecord as Record } from '../../src/main/runtime/conversation-record.ts'
import type { PlacedStep, Taken } from '../../src/main/runtime/step-entries.ts'

/** PLANTED BUG: a conversation rests before the step that ends its turn is on disk, and even if it never gets there. */
export class ConversationRecord extends Record {
  override save(
    steps: readonly Taken[],
    session: Taken | null,
    state: ConversationState,
  ): Result<readonly PlacedStep[], StoreFault> {
    const saved = super.save(steps, session, state)
    if (saved.ok || state.type !== 'idle') return saved
    const { seq } = this
    return ok(steps.map((taken) => ({ ...taken, after: seq, seq: seq + 1, messages: [] })))
  }
}
