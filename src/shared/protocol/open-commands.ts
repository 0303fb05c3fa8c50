import { z } from 'zod'
import { ConversationId } from '../ids.ts'

const nothing = z.object({}).readonly()

/** What can show the folder of a conversation. */
export const FolderProgram = z.enum(['editor', 'fileManager', 'terminal'])
export type FolderProgram = z.infer<typeof FolderProgram>

/** The longest path that is opened. */
export const MAX_OPENED_PATH = 4096

/** A person's own programs, on the computer that Phoenix runs on; each is a click of a person (docs/decisions/056). */
export const openCommands = {
  /** A file of the conversation's folder, or one that a call has named, in the editor; a folder in the file manager. */
  'open.file': {
    needs: 'write',
    input: z
      .object({
        conversationId: ConversationId,
        path: z.string().min(1).max(MAX_OPENED_PATH),
        /** From 1. */
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
  /** The editor that is used now; the error says why there is none. */
  'open.editor': {
    needs: 'read',
    input: nothing,
    output: z.object({ name: z.string() }).readonly(),
  },
} as const
