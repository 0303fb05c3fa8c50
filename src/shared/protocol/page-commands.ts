import * as z from '../schema.ts'
import { ConversationId } from '../ids.ts'
import { Message } from '../messages/message.ts'
import { ShellCommand } from '../conversation/shell-command.ts'

/** Commands for the messages older than those of a snapshot. */
export const pageCommands = {
  /** Returns the page of messages before `beforeSeq`, oldest first. */
  'conversation.earlier': {
    needs: 'read',
    input: z
      .object({ conversationId: ConversationId, beforeSeq: z.number().int().positive() })
      .readonly(),
    output: z
      .object({
        messages: z.array(Message).readonly(),
        shells: z.array(ShellCommand).readonly(),
        hasEarlier: z.boolean(),
      })
      .readonly(),
  },
} as const
