import * as z from '../schema.ts'
import { ConversationId } from '../ids.ts'
import { MAX_SEARCH_LENGTH, SearchAnswer, SearchQuery, WithinAnswer } from '../search/search.ts'

/** Commands that search messages. A client's newest search of each kind cancels the one before. */
export const searchCommands = {
  /** Searches all conversations. A page may be empty although there is a next one. */
  'search.find': { needs: 'read', input: SearchQuery, output: SearchAnswer },
  /** Returns all matches in one conversation. */
  'search.within': {
    needs: 'read',
    input: z
      .object({ conversationId: ConversationId, text: z.string().max(MAX_SEARCH_LENGTH) })
      .readonly(),
    output: WithinAnswer,
  },
} as const
