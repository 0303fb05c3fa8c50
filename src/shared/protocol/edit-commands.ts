import { z } from 'zod'
import { EditsLook, EditsTarget, EditsUndone } from '../conversation/edits.ts'
import { ConversationId } from '../ids.ts'

const targeted = z.object({ conversationId: ConversationId, target: EditsTarget }).readonly()

/** What a client can ask about edits of files. */
export const editCommands = {
  /** How many files an undo would deal with, by what is on record. */
  'edits.count': {
    needs: 'read',
    input: targeted,
    output: z.object({ files: z.number().int().nonnegative() }).readonly(),
  },
  /** What an undo would put back, and what not. Changes nothing. */
  'edits.preview': { needs: 'read', input: targeted, output: EditsLook },
  /** Puts back every file that still is what the tools made of it. Answered when that is on record. */
  'edits.undo': { needs: 'approve', input: targeted, output: EditsUndone },
} as const
