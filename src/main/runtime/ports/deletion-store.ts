import type { BlobHash, CallId, ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'

/** What files of deleted conversations are known by: bytes by their hash, outputs and undo data by their call. */
export interface Discarded {
  readonly blobs: readonly BlobHash[]
  readonly callIds: readonly CallId[]
}

/** Where a look through everything that names files goes on. */
export interface NamingPlace {
  readonly table: 'messages' | 'events'
  readonly conversationId: string
  readonly seq: number
}

/** Whether rows of removed conversations are still to be cleared. */
export type RowsLeft = 'some' | 'none'

/** The end of conversations, and of the files that only they named. */
export interface DeletionStore {
  /** A conversation, and behind it those of its sub-agents. */
  familyOf(id: ConversationId): readonly ConversationId[]
  /**
   * These are gone, all of them or none (T72), and nothing can be written to them. Whatever was forked from one of them is a
   * conversation of its own from then on. The rows of their histories are left for `clearRows`.
   */
  removeConversations(ids: readonly ConversationId[]): Result<null, StoreFault>
  /** Removed conversations whose rows are not all cleared: their ids must not be used again. */
  leavingRows(): readonly ConversationId[]
  /** Removes some rows of removed conversations and notes the files that they named: a few milliseconds of work. */
  clearRows(): Result<RowsLeft, StoreFault>
  /** Noted, and not forgotten yet. */
  discarded(): Discarded
  forgetDiscarded(discarded: Discarded): Result<null, StoreFault>
  /**
   * The blobs that the next rows name, a few milliseconds of work at a time: first all drafts and waiting messages (null), then
   * the histories. `next` null: these were the last.
   */
  namedBlobs(from: NamingPlace | null): {
    readonly blobs: readonly BlobHash[]
    readonly next: NamingPlace | null
  }
}
