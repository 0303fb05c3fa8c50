import { z } from 'zod'
import { ConversationId } from '../ids.ts'
import { MAX_SEARCH_LENGTH, SearchAnswer, SearchQuery, WithinAnswer } from '../search/search.ts'

/** Finding what was said. The newest search of a client of each kind ends the one before. */
export const searchCommands = {
  /** In all conversations. A page may be empty although there is a next one. */
  'search.find': { needs: 'read', input: SearchQuery, output: SearchAnswer },
  /** In one conversation: all places. */
  'search.within': {
    needs: 'read',
    input: z
      .object({ conversationId: ConversationId, text: z.string().max(MAX_SEARCH_LENGTH) })
      .readonly(),
    output: WithinAnswer,
  },
} as const
