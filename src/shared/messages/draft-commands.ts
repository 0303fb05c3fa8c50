import { z } from 'zod'
import { ConversationId } from '../ids.ts'
import { Attachment, MAX_ATTACHMENTS } from './attachment.ts'
import { DraftMark } from './draft-mark.ts'
import { MAX_MESSAGE_LENGTH, MessageDraft } from './message.ts'

/** The most drafts that a window says it knows. */
export const MAX_KNOWN_DRAFTS = 50

/** The command that saves what is typed and not sent. */
export const draftCommands = {
  /**
   * Saves the draft, and tells the other clients that follow the conversation. `known`: the drafts that this client has
   * shown or tried to save. If the stored one is none of them, nothing is saved, and `other` returns it: it was typed
   * elsewhere (docs/decisions/155). Absent: it is replaced.
   */
  'draft.save': {
    needs: 'write',
    input: z
      .object({
        conversationId: ConversationId,
        text: z.string().max(MAX_MESSAGE_LENGTH),
        attachments: z.array(Attachment).max(MAX_ATTACHMENTS).readonly(),
        caret: z.number().int().nonnegative(),
        known: z.array(DraftMark).max(MAX_KNOWN_DRAFTS).readonly().optional(),
      })
      .readonly(),
    output: z.object({ other: MessageDraft.optional() }).readonly(),
  },
} as const
