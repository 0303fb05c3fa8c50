import type { ConversationId } from '../../../shared/ids.ts'
import type { ConversationRegistry } from './conversation-registry.ts'

/** The conversation that a sub-agent works for; of any other conversation, itself. */
export function rootOf(
  registry: Pick<ConversationRegistry, 'live'>,
  id: ConversationId,
): ConversationId {
  const role = registry.live(id)?.liveContext.role
  return role?.type === 'child' ? role.parent : id
}
