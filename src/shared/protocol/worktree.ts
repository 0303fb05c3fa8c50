import { z } from 'zod'
import { needsForPermissions } from '../access/access.ts'
import { ConversationSummary } from '../conversation/conversation.ts'
import { FolderText } from './folder-commands.ts'
import { ConversationId } from '../ids.ts'
import { PermissionMode } from '../conversation/turn.ts'

/** What would be lost with the git worktree of a conversation, and where it would be merged. */
export const WorktreeFacts = z
  .object({
    branch: z.string(),
    path: z.string(),
    repository: z.string(),
    /** The branch that it began from; null: it began from a commit. */
    baseBranch: z.string().nullable(),
    /** Its folder is there. */
    isThere: z.boolean(),
    /** Files that were changed or made and not committed. */
    uncommitted: z.number().int().nonnegative(),
    /** Commits that no other branch, remote branch or tag has. */
    unmerged: z.number().int().nonnegative(),
    /** The commits that branch and worktree are at. */
    heads: z.string(),
  })
  .readonly()
export type WorktreeFacts = z.infer<typeof WorktreeFacts>

export const MAX_BRANCH_LENGTH = 200

const ofConversation = z.object({ conversationId: ConversationId }).readonly()

/** Git worktrees of conversations (docs/decisions/091). */
export const worktreeCommands = {
  /** A conversation in a worktree of its own, on a new branch. The client makes the id: sent twice, it creates once. */
  'worktree.create': {
    needs: needsForPermissions,
    input: z
      .object({
        conversationId: ConversationId,
        /** In a git repository. */
        folder: FolderText,
        branch: z.string().min(1).max(MAX_BRANCH_LENGTH),
        /** Runs in the background once it is there; empty: none does. */
        setupCommand: z.string().max(10_000),
        permissionMode: PermissionMode.optional(),
      })
      .readonly(),
    output: z
      .object({ summary: ConversationSummary, notes: z.array(z.string()).readonly() })
      .readonly(),
  },
  'worktree.facts': { needs: 'read', input: ofConversation, output: WorktreeFacts },
  /** Merges its branch where it began, and removes it. The conversation goes on in the repository. */
  'worktree.merge': { needs: 'approve', input: ofConversation, output: z.object({}).readonly() },
  /** Removes it with all that is not merged. Refused where the facts are others by now. */
  'worktree.discard': {
    needs: 'approve',
    input: z.object({ conversationId: ConversationId, seen: WorktreeFacts }).readonly(),
    output: z.object({}).readonly(),
  },
} as const
