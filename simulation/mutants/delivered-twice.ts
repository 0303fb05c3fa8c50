import {
  Outbox as Box,
  type OutboxChange,
} from '../../src/main/runtime/conversation/record/outbox.ts'
import type { Taken } from '../../src/main/runtime/conversation/record/step-entries.ts'

export { messageInput } from '../../src/main/runtime/conversation/record/outbox.ts'

/** PLANTED BUG: a delivered message stays in the outbox. */
export class Outbox extends Box {
  override changedBy(steps: readonly Taken[]): OutboxChange {
    return { ...super.changedBy(steps), delivered: [] }
  }
}
