import * as z from '../schema.ts'
import { ConversationId } from '../ids.ts'

const nothing = z.object({}).readonly()

/** Maximum size of an editor's answer as JSON, in bytes: it must fit into a frame. */
export const MAX_EDITOR_TEXT = 1_000_000

/** Commands for clients that are editors and know of unsaved changes (docs/decisions/111). */
export const editorCommands = {
  /** Makes this client the one that answers for the files of a conversation, until it disconnects. */
  'editor.offer': {
    needs: 'owner',
    input: z.object({ conversationId: ConversationId, isOffered: z.boolean() }).readonly(),
    output: nothing,
  },
  /**
   * Answers `editor.asked` with the text of the file; null if the editor has none or it is too long. Late answers are
   * dropped.
   */
  'editor.answer': {
    needs: 'owner',
    input: z.object({ askId: z.string().max(100), text: z.string().nullable() }).readonly(),
    output: nothing,
  },
} as const

/** Sent to the client that offered to answer. `path`: absolute, with all links resolved. */
export const editorEvent = z
  .object({
    type: z.literal('editor.asked'),
    askId: z.string(),
    conversationId: ConversationId,
    path: z.string(),
  })
  .readonly()
