import type { ClientEvent } from '../../src/shared/protocol/events.ts'
import { ClientSession as Session } from '../../src/main/runtime/commands/session/client-session.ts'
import type { ConversationRegistry } from '../../src/main/runtime/registry/conversation-registry.ts'

export { broadcast } from '../../src/main/runtime/commands/session/client-session.ts'

/** PLANTED BUG: an exception in a client ends the step that is being published. */
export class ClientSession extends Session {
  override readonly push: (event: ClientEvent) => void

  constructor(registry: ConversationRegistry, push: (event: ClientEvent) => void) {
    super(registry, push)
    this.push = push
  }
}
