import { z } from 'zod'
import { ConversationId } from '../ids.ts'

/** The first place where a stored log does not lead to what is stored. The values are JSON; null: nothing stands there. */
export const HistoryDifference = z
  .object({
    conversationId: ConversationId,
    title: z.string(),
    seq: z.number().int(),
    what: z.string(),
    stored: z.string().nullable(),
    derived: z.string().nullable(),
    /** Written by another version of the program: it may have decided otherwise. */
    isOfOtherVersion: z.boolean(),
  })
  .readonly()
export type HistoryDifference = z.infer<typeof HistoryDifference>
