import { z } from 'zod'
import { ConversationId } from '../ids.ts'

/** A place in a diagnostics file: the part, and how far it was read. */
const DiagnosticsPlace = z
  .object({ part: z.enum(['events', 'messages']), after: z.number().int().nonnegative() })
  .readonly()

/** Null: no conversation's log. `withTexts`: with what was said in it. `from`: null begins the file. */
export const DiagnosticsWanted = z
  .object({
    conversationId: ConversationId.nullable(),
    withTexts: z.boolean(),
    from: DiagnosticsPlace.nullable(),
  })
  .readonly()
export type DiagnosticsWanted = z.infer<typeof DiagnosticsWanted>

/** One part of the file. `next`: where to continue; null: this was the last. */
export const DiagnosticsPage = z
  .object({ text: z.string(), next: DiagnosticsPlace.nullable() })
  .readonly()
export type DiagnosticsPage = z.infer<typeof DiagnosticsPage>
