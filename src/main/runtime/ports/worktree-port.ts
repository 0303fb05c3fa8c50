import type { WorktreeOf } from '../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { WorktreeFacts } from '../../../shared/protocol/worktree.ts'

export interface NewWorktree {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly branch: string
}

/** Git worktrees that Phoenix created for conversations. Never rejects; errors are sentences for people. */
export interface WorktreePort {
  /** Null if it has none. */
  of(id: ConversationId): WorktreeOf | null
  /** Returns whether a folder is its worktree or in it. */
  within(id: ConversationId): (folder: string) => boolean
  /**
   * Creates a worktree. `folder`: where the conversation works in it. Until `keep`, a start after a crash removes it
   * again.
   */
  make(
    request: NewWorktree,
  ): Promise<Result<{ readonly folder: string; readonly notes: readonly string[] }, string>>
  /** Records that its conversation is on disk. */
  keep(id: ConversationId): Result<null, string>
  /** Removes it because its conversation will not exist. */
  unmake(id: ConversationId): Promise<void>
  /** Starts the setup command as a background job of the conversation. The error says why there is no job. */
  setUp(id: ConversationId, folder: string, command: string): Promise<Result<null, string>>
  facts(id: ConversationId): Promise<Result<WorktreeFacts, string>>
  merge(id: ConversationId): Promise<Result<null, string>>
  /**
   * Removes worktree and branch if they are still as seen, and still at rest right before. Returns the folder where the
   * conversation continues.
   */
  remove(
    id: ConversationId,
    seen: WorktreeFacts,
    isAtRest: () => boolean,
  ): Promise<Result<{ readonly folder: string }, string>>
  /** Removes what a killed run left half-made. `has`: true if the conversation exists. */
  recover(has: (id: ConversationId) => boolean): Promise<void>
}
