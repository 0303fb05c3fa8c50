import type { ConversationId } from '../../../shared/ids.ts'
import type { SearchAnswer, SearchQuery, WithinAnswer } from '../../../shared/search/search.ts'
import type { Result } from '../../../shared/result.ts'

/** `stopped`: by its signal. `failed`: the index cannot be read or takes too long; it is being repaired. */
export type SearchFault = 'stopped' | 'failed'

/** Searches messages in a separate thread. Never rejects. */
export interface SearchPort {
  find(query: SearchQuery, signal: AbortSignal): Promise<Result<SearchAnswer, SearchFault>>
  within(
    conversationId: ConversationId,
    text: string,
    signal: AbortSignal,
  ): Promise<Result<WithinAnswer, SearchFault>>
}
