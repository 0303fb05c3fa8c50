import { z } from 'zod'
import { ConversationId } from '../ids.ts'

const nothing = z.object({}).readonly()

/** The longest text that an editor's answer may have, as JSON, in bytes: it must fit into a frame. */
export const MAX_EDITOR_TEXT = 1_000_000

/** A client that is an editor, and knows of changes that are not on disk yet (docs/decisions/111). */
export const editorCommands = {
  /** This client answers for the files of a conversation until it disconnects, in place of any other. */
  'editor.offer': {
    needs: 'owner',
    input: z.object({ conversationId: ConversationId, isOffered: z.boolean() }).readonly(),
    output: nothing,
  },
  /** Its text of the file that `editor.asked` named; null: it has none, or one that is too long. A late one is dropped. */
  'editor.answer': {
    needs: 'owner',
    input: z.object({ askId: z.string().max(100), text: z.string().nullable() }).readonly(),
    output: nothing,
  },
} as const

/** To the client that has offered to answer. `path`: absolute, with all links resolved. */
export const editorEvent = z
  .object({
    type: z.literal('editor.asked'),
    askId: z.string(),
    conversationId: ConversationId,
    path: z.string(),
  })
  .readonly()
