import * as z from '../schema.ts'
import { ConversationId, MessageId } from '../ids.ts'
import { Attachment, MAX_ATTACHMENTS } from './attachment.ts'
import { DraftMark } from './draft-mark.ts'
import { MAX_MESSAGE_LENGTH, MessageDraft } from './message.ts'

/** The most drafts that a window says it knows. */
export const MAX_KNOWN_DRAFTS = 50

const MAX_SENDING = 100

/** The command that saves what is typed and not sent. */
export const draftCommands = {
  /**
   * Saves the draft, and tells the other clients that follow the conversation. `known`: the drafts that this client has
   * shown or tried to save. If the stored one is none of them, nothing is saved, and `other` returns it: it was typed
   * elsewhere (docs/decisions/155). Absent: it is replaced.
   * `sending`: the new messages on their way whose text is in the draft. If one is stored by now, or waits, nothing is
   * saved, and `isSent` says so: without it, the draft is another one.
   */
  'draft.save': {
    needs: 'write',
    input: z
      .object({
        conversationId: ConversationId,
        text: z.string().max(MAX_MESSAGE_LENGTH),
        attachments: z.array(Attachment).max(MAX_ATTACHMENTS).readonly(),
        caret: z.number().int().nonnegative(),
        sending: z.array(MessageId).max(MAX_SENDING).readonly().optional(),
        known: z.array(DraftMark).max(MAX_KNOWN_DRAFTS).readonly().optional(),
      })
      .readonly(),
    output: z
      .object({ other: MessageDraft.optional(), isSent: z.literal(true).optional() })
      .readonly(),
  },
} as const
