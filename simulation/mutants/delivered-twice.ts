import type { MessageId } from '../../src/shared/ids.ts'
import { Outbox as Box } from '../../src/main/runtime/outbox.ts'

export { messageInput } from '../../src/main/runtime/outbox.ts'

/** PLANTED BUG: a waiting message that has gone out goes on waiting. */
export class Outbox extends Box {
  override among(): readonly MessageId[] {
    return []
  }
}
