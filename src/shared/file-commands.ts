import { z } from 'zod'
import { AttachedFile } from './attachment.ts'
import { ConversationId } from './ids.ts'

/** How much of a path is looked for. */
export const MAX_FILE_QUERY = 300
/** The most files and folders that are offered. */
export const MAX_FOUND_FILES = 50

/** Files of the folder of a conversation, for the message that names them (docs/decisions/053). */
export const fileCommands = {
  /**
   * Files and folders that git does not ignore whose path fits, best first; from the folder, with `/`, and at the end of a
   * folder's. The newest request of a client ends the one before.
   */
  'files.find': {
    input: z
      .object({ conversationId: ConversationId, text: z.string().max(MAX_FILE_QUERY) })
      .readonly(),
    output: z.object({ paths: z.array(z.string()).max(MAX_FOUND_FILES).readonly() }).readonly(),
  },
  /** A text of at most MAX_HEAD_BYTES, as an attachment that stays where it is. Null: its path has to say enough. */
  'files.attach': {
    input: z
      .object({ conversationId: ConversationId, path: z.string().min(1).max(4096) })
      .readonly(),
    output: z.object({ attachment: AttachedFile.nullable() }).readonly(),
  },
} as const
