import * as z from '../schema.ts'
import { ConversationId } from '../ids.ts'

const Count = z.number().int().nonnegative()

/**
 * A position in a diagnostics file: the part, and how far it was read. `ends`: how far each part goes. What happens while
 * the file is read does not belong to it.
 */
const DiagnosticsPlace = z
  .object({
    part: z.enum(['events', 'messages']),
    after: Count,
    ends: z.object({ events: Count, messages: Count }).readonly(),
  })
  .readonly()

/** `conversationId`: null leaves out logs. `withTexts`: true includes what was said. `from`: null for the first part. */
export const DiagnosticsWanted = z
  .object({
    conversationId: ConversationId.nullable(),
    withTexts: z.boolean(),
    from: DiagnosticsPlace.nullable(),
  })
  .readonly()
export type DiagnosticsWanted = z.infer<typeof DiagnosticsWanted>

/** One part of the file. `next`: where to continue; null if this is the last. */
export const DiagnosticsPage = z
  .object({ text: z.string(), next: DiagnosticsPlace.nullable() })
  .readonly()
export type DiagnosticsPage = z.infer<typeof DiagnosticsPage>
