import { activeMessages } from '../../shared/active-messages.ts'
import { areSameAttachments } from '../../shared/attachment.ts'
import type { ConversationSnapshot } from '../../shared/conversation.ts'
import { NO_DRAFT } from '../../shared/message.ts'
import type { AttachingRoom } from './attaching.ts'
import type { Drafting } from './drafting.ts'

/**
 * A draft that equals the last message that stands, or one that waits, was taken, and the app ended before the draft was
 * cleared.
 */
export function adoptDraft(
  { summary, messages, draft, waiting }: ConversationSnapshot,
  drafting: Drafting,
  attaching: AttachingRoom,
): void {
  const last = activeMessages(messages).findLast(({ content }) => content.type === 'user')?.content
  const wasTaken = [...(last?.type === 'user' ? [last] : []), ...waiting].some(
    (taken) =>
      taken.text === draft.text && areSameAttachments(taken.attachments, draft.attachments),
  )
  const { text, attachments, caret } = wasTaken ? NO_DRAFT : draft
  drafting.adopt(summary.id, text, caret)
  attaching.adopt(summary.id, attachments)
}
