import * as z from '../schema.ts'
import { ConversationId } from '../ids.ts'

const nothing = z.object({}).readonly()

/** The programs that can show a conversation's folder. */
export const FolderProgram = z.enum(['editor', 'fileManager', 'terminal'])
export type FolderProgram = z.infer<typeof FolderProgram>

/** Maximum length of a path to open. */
export const MAX_OPENED_PATH = 4096

/**
 * Commands that open the person's own programs on the computer that runs Phoenix, each after a click
 * (docs/decisions/056).
 */
export const openCommands = {
  /**
   * Opens a file of the conversation's folder, or one that a call has named, in the editor; a folder in the file
   * manager.
   */
  'open.file': {
    needs: 'write',
    input: z
      .object({
        conversationId: ConversationId,
        path: z.string().min(1).max(MAX_OPENED_PATH),
        /** Starts at 1. */
        line: z.number().int().positive().max(100_000_000).nullable(),
      })
      .readonly(),
    output: nothing,
  },
  'open.folder': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, program: FolderProgram }).readonly(),
    output: nothing,
  },
  /** Returns the configured editor; the error says why there is none. */
  'open.editor': {
    needs: 'read',
    input: nothing,
    output: z.object({ name: z.string() }).readonly(),
  },
} as const
