import * as z from '../schema.ts'
import { ConversationId } from '../ids.ts'

/** The first difference between the replayed log and what is stored. The values are JSON; null means missing. */
export const HistoryDifference = z
  .object({
    conversationId: ConversationId,
    title: z.string(),
    seq: z.number().int(),
    what: z.string(),
    stored: z.string().nullable(),
    derived: z.string().nullable(),
    /** True if written by another version of the program, which may have decided differently. */
    isOfOtherVersion: z.boolean(),
  })
  .readonly()
export type HistoryDifference = z.infer<typeof HistoryDifference>
