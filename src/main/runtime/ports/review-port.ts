import type { FileChange } from '../../../shared/messages/file-change.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { Review, ReviewedFile } from '../../../shared/conversation/review.ts'

/** `stopped`: by its signal; else a sentence for people. */
export type ReviewFault = 'stopped' | { readonly sentence: string }

/** Changes as people look at them. Never rejects, never holds the loop, changes nothing; all that it answers is bounded. */
export interface ReviewPort {
  /** Of what tools made of files, each from how it was to how it was left. */
  edits(
    folder: string,
    changes: readonly FileChange[],
    signal: AbortSignal,
  ): Promise<readonly ReviewedFile[]>
  /** Of the folder against git's HEAD. */
  workingTree(asked: {
    readonly conversationId: ConversationId
    readonly folder: string
    readonly signal: AbortSignal
  }): Promise<Result<Review, ReviewFault>>
}
