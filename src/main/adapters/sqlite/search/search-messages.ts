import type { ConversationId } from '../../../../shared/ids.ts'
import type { SearchAnswer, SearchQuery, WithinAnswer } from '../../../../shared/search/search.ts'

/** Orders for the search thread. `stop`: a number that becomes non-zero once nobody waits for the answer. */
export type SearchOrder =
  | {
      readonly type: 'find'
      readonly id: number
      readonly query: SearchQuery
      readonly stop: SharedArrayBuffer
    }
  | {
      readonly type: 'within'
      readonly id: number
      readonly conversationId: ConversationId
      readonly text: string
      readonly stop: SharedArrayBuffer
    }
  /** Something was written: there may be something to clean up or repair. */
  | { readonly type: 'tend' }
  | { readonly type: 'close' }

export type SearchReport =
  | { readonly type: 'found'; readonly id: number; readonly answer: SearchAnswer }
  | { readonly type: 'foundWithin'; readonly id: number; readonly answer: WithinAnswer }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string }
  /** Concerns the work on the index, which continues with the next order. */
  | { readonly type: 'jobFailed'; readonly reason: string }
  | { readonly type: 'closed' }
