import * as z from '../schema.ts'
import { needsForPermissions } from '../access/access.ts'
import { ConversationSummary } from '../conversation/conversation.ts'
import { FolderText } from './folder-commands.ts'
import { ConversationId } from '../ids.ts'
import { PermissionMode } from '../conversation/turn.ts'

/** What would be lost with a conversation's git worktree, and where it would be merged. */
export const WorktreeFacts = z
  .object({
    branch: z.string(),
    path: z.string(),
    repository: z.string(),
    /** The branch it was created from; null if it was created from a commit. */
    baseBranch: z.string().nullable(),
    /** True if its folder exists. */
    isThere: z.boolean(),
    /** Number of changed or new files that are not committed. */
    uncommitted: z.number().int().nonnegative(),
    /** Number of commits that no other branch, remote branch or tag contains. */
    unmerged: z.number().int().nonnegative(),
    /** The current commits of branch and worktree. */
    heads: z.string(),
  })
  .readonly()
export type WorktreeFacts = z.infer<typeof WorktreeFacts>

export const MAX_BRANCH_LENGTH = 200

const ofConversation = z.object({ conversationId: ConversationId }).readonly()

/** Commands for the git worktrees of conversations (docs/decisions/091). */
export const worktreeCommands = {
  /**
   * Creates a conversation in its own worktree on a new branch. The client makes the id: sent twice, it creates once.
   */
  'worktree.create': {
    needs: needsForPermissions,
    input: z
      .object({
        conversationId: ConversationId,
        /** A folder in a git repository. */
        folder: FolderText,
        branch: z.string().min(1).max(MAX_BRANCH_LENGTH),
        /** Runs in the background after the worktree is created; empty for none. */
        setupCommand: z.string().max(10_000),
        permissionMode: PermissionMode.optional(),
      })
      .readonly(),
    output: z
      .object({ summary: ConversationSummary, notes: z.array(z.string()).readonly() })
      .readonly(),
  },
  'worktree.facts': { needs: 'read', input: ofConversation, output: WorktreeFacts },
  /** Merges the branch where it began and removes the worktree. The conversation continues in the repository. */
  'worktree.merge': { needs: 'approve', input: ofConversation, output: z.object({}).readonly() },
  /** Removes the worktree with everything unmerged. Refused if the facts have changed. */
  'worktree.discard': {
    needs: 'approve',
    input: z.object({ conversationId: ConversationId, seen: WorktreeFacts }).readonly(),
    output: z.object({}).readonly(),
  },
} as const
