import type { BlobHash, CallId, ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'

/** Keys of files of deleted conversations: blobs by their hash, outputs and undo data by their call. */
export interface Discarded {
  readonly blobs: readonly BlobHash[]
  readonly callIds: readonly CallId[]
}

/** The position at which a scan for named files continues. */
export interface NamingPlace {
  readonly table: 'messages' | 'events'
  readonly conversationId: string
  readonly seq: number
}

/** Says whether rows of removed conversations remain to be cleared. */
export type RowsLeft = 'some' | 'none'

/** Imports and forks that have begun and not ended: of these conversations, only a part may be written. */
export interface WritingMarks {
  beginWriting(id: ConversationId): Result<null, StoreFault>
  endWriting(id: ConversationId): Result<null, StoreFault>
  partlyWritten(): readonly ConversationId[]
}

/** Removes conversations, and the files that only they named. */
export interface DeletionStore extends WritingMarks {
  /** Returns a conversation, followed by its sub-agents. */
  familyOf(id: ConversationId): readonly ConversationId[]
  /**
   * Removes these, all or none (T72); nothing can be written to them any more. Their forks become independent
   * conversations, and the writing of them ends. `clearRows` removes the rows of their histories.
   */
  removeConversations(ids: readonly ConversationId[]): Result<null, StoreFault>
  /** Returns removed conversations whose rows are not all cleared: their ids must not be reused. */
  leavingRows(): readonly ConversationId[]
  /** Removes some rows of removed conversations and notes the files that they named; takes a few milliseconds. */
  clearRows(): Result<RowsLeft, StoreFault>
  /** Returns the files that are noted and not yet forgotten. */
  discarded(): Discarded
  forgetDiscarded(discarded: Discarded): Result<null, StoreFault>
  /**
   * Returns the blobs that the next rows name, a few milliseconds of work at a time: first those of all drafts and
   * waiting messages (`from` null), then those of the histories. `next` is null at the end.
   */
  namedBlobs(from: NamingPlace | null): {
    readonly blobs: readonly BlobHash[]
    readonly next: NamingPlace | null
  }
}
