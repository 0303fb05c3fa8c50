import type { ConversationId } from '../../../shared/ids.ts'
import type { ConversationRegistry } from './conversation-registry.ts'

/** Returns the conversation that a sub-agent works for; for any other conversation, itself. */
export function rootOf(
  registry: Pick<ConversationRegistry, 'live'>,
  id: ConversationId,
): ConversationId {
  const role = registry.live(id)?.liveContext.role
  return role?.type === 'child' ? role.parent : id
}
