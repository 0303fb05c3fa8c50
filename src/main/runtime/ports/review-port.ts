import type { FileChange } from '../../../shared/messages/file-change.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { Review, ReviewedFile } from '../../../shared/conversation/review.ts'

/** `stopped`: by its signal; otherwise a sentence for people. */
export type ReviewFault = 'stopped' | { readonly sentence: string }

/** Changes for people to review. Never rejects, never blocks the loop, changes nothing; all its answers are bounded. */
export interface ReviewPort {
  /** Returns the changes that tools made to files, each from before to after. */
  edits(
    folder: string,
    changes: readonly FileChange[],
    signal: AbortSignal,
  ): Promise<readonly ReviewedFile[]>
  /** Returns one change as it was made; never the file as it is now. Says why, if its content is no longer known. */
  past(folder: string, change: FileChange): Promise<ReviewedFile>
  /** Returns the folder's changes against git's HEAD. */
  workingTree(request: {
    readonly conversationId: ConversationId
    readonly folder: string
    readonly signal: AbortSignal
  }): Promise<Result<Review, ReviewFault>>
}
