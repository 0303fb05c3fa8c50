import * as z from '../schema.ts'
import { MessageId, TurnId } from '../ids.ts'

/**
 * What to undo: all edits of a turn or after a place of the conversation, sub-agents' included; the edits of one
 * result; or an undo.
 */
export const EditsTarget = z.discriminatedUnion('type', [
  z.object({ type: z.literal('turn'), turnId: TurnId }).readonly(),
  z.object({ type: z.literal('since'), throughSeq: z.number().int().nonnegative() }).readonly(),
  z.object({ type: z.literal('message'), messageId: MessageId }).readonly(),
])
export type EditsTarget = z.infer<typeof EditsTarget>

const Conflict = z.object({ shown: z.string(), why: z.string() }).readonly()

/** `becomes`: what will happen to the file. */
const Restorable = z
  .object({ shown: z.string(), becomes: z.enum(['restored', 'deleted', 'recreated']) })
  .readonly()

export const EditsLook = z
  .object({
    restorable: z.array(Restorable).readonly(),
    /** Files left unchanged, each with a sentence that says why. */
    conflicts: z.array(Conflict).readonly(),
    /** Possible changes by commands, which undo does not cover. Null if no command ran. */
    mayHaveChanged: z
      .object({
        commands: z.number().int().positive(),
        names: z.array(z.string()).readonly(),
        more: z.number().int().nonnegative(),
        /** Why the list may be incomplete: a sentence. */
        gap: z.string().nullable(),
      })
      .readonly()
      .nullable(),
  })
  .readonly()
export type EditsLook = z.infer<typeof EditsLook>

export const EditsUndone = z
  .object({ undone: z.number().int().nonnegative(), conflicts: z.array(Conflict).readonly() })
  .readonly()
export type EditsUndone = z.infer<typeof EditsUndone>
