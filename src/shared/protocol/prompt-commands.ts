import * as z from '../schema.ts'
import { ConversationId } from '../ids.ts'

/** Maximum number of prompts per page. */
export const PROMPTS_OF_PAGE = 20
/** A page ends after the prompt that takes it beyond this number of characters. */
export const CHARACTERS_OF_PAGE = 200_000

/** The place of a prompt among all sent prompts, ordered by time. */
export const PromptPlace = z
  .object({ at: z.number(), conversationId: ConversationId, seq: z.number().int() })
  .readonly()
export type PromptPlace = z.infer<typeof PromptPlace>

/** Commands for prompts sent earlier (docs/decisions/058). */
export const promptCommands = {
  /**
   * Returns the texts sent in all conversations of this one's folder, newest first: those before a place (null: from
   * the newest). `next`: where to continue; null if there are no more. A page may be empty without being the last.
   */
  'prompt.earlier': {
    needs: 'read',
    input: z.object({ conversationId: ConversationId, before: PromptPlace.nullable() }).readonly(),
    output: z
      .object({
        prompts: z.array(z.string()).max(PROMPTS_OF_PAGE).readonly(),
        next: PromptPlace.nullable(),
      })
      .readonly(),
  },
} as const
