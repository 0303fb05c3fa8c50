import { z } from 'zod'
import { ConversationId } from './ids.ts'

const nothing = z.object({}).readonly()

/** What a person does with rows of the list. */
export const listCommands = {
  /** Takes a conversation out of the list, or brings it back. What it does goes on. */
  'conversation.archive': {
    input: z.object({ conversationId: ConversationId, isArchived: z.boolean() }).readonly(),
    output: nothing,
  },
  /** Pinned ones stand first. */
  'conversation.pin': {
    input: z.object({ conversationId: ConversationId, isPinned: z.boolean() }).readonly(),
    output: nothing,
  },
} as const
