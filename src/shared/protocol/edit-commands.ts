import * as z from '../schema.ts'
import { EditsLook, EditsTarget, EditsUndone } from '../conversation/edits.ts'
import { ConversationId } from '../ids.ts'

const targeted = z.object({ conversationId: ConversationId, target: EditsTarget }).readonly()

/** Commands that show and undo edits of files. */
export const editCommands = {
  /** Counts the files that an undo would process according to the log. */
  'edits.count': {
    needs: 'read',
    input: targeted,
    output: z.object({ files: z.number().int().nonnegative() }).readonly(),
  },
  /** Shows what an undo would restore and what it would not. Changes nothing. */
  'edits.preview': { needs: 'read', input: targeted, output: EditsLook },
  /** Restores every file that is still as the tools left it. Answered when that is logged. */
  'edits.undo': { needs: 'approve', input: targeted, output: EditsUndone },
} as const
