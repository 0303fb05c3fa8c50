import { z } from 'zod'
import { ConversationId } from '../ids.ts'

/** The most prompts of one page. */
export const PROMPTS_OF_PAGE = 20
/** A page ends behind the prompt that brings it over so many characters. */
export const CHARACTERS_OF_PAGE = 200_000

/** Where a prompt stands among all that were sent, by its time. */
export const PromptPlace = z
  .object({ at: z.number(), conversationId: ConversationId, seq: z.number().int() })
  .readonly()
export type PromptPlace = z.infer<typeof PromptPlace>

/** What a person has sent before (docs/decisions/058). */
export const promptCommands = {
  /**
   * The texts that were sent in all conversations of the folder of this one, the newest first: those before a place (null: from
   * the newest). `next`: where to go on; null: there are no more. A page may be empty and not the last.
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
