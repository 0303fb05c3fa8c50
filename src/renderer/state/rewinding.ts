import { type AppError, appError } from '../../shared/app-error.ts'
import type { ConversationId, MessageId } from '../../shared/ids.ts'
import type { Client } from '../connection/client.ts'
import type { AttachingRoom } from './attaching.ts'
import type { Drafting } from './drafting.ts'
import type { EditingRoom } from './editing.ts'

export interface Rewinding {
  /**
   * Takes back a message of the person (null: the newest) and all that was said since. Its words are in the composer then,
   * ahead of what stood there. Answers why not, or null.
   */
  rewind(conversationId: ConversationId, messageId: MessageId | null): Promise<AppError | null>
}

export interface RewindingRooms {
  readonly client: Client
  readonly drafting: Drafting
  readonly attaching: AttachingRoom
  readonly editing: EditingRoom
}

const EDITING = appError(
  'busy',
  'A waiting message is being edited in the composer. Put it back first, then edit this one.',
)

export function createRewinding(rooms: RewindingRooms): Rewinding {
  const { client, drafting, attaching, editing } = rooms
  return {
    rewind: async (conversationId, messageId) => {
      if (editing.store.getState().has(conversationId)) return EDITING
      const answer = await client.request('conversation.rewind', { conversationId, messageId })
      if (!answer.ok) return answer.error
      attaching.giveBack(conversationId, answer.value.attachments)
      drafting.giveBack(conversationId, answer.value.text)
      return null
    },
  }
}
