import type { WorktreeFacts } from '../../../shared/protocol/worktree.ts'
import { countOf } from '../../../client/words/words.ts'

function twoDigits(part: number): string {
  return String(part).padStart(2, '0')
}

/** A unique name with today's date. */
export function usualBranch(now: Date, random: string = crypto.randomUUID()): string {
  const day = [now.getFullYear(), twoDigits(now.getMonth() + 1), twoDigits(now.getDate())].join('-')
  return `phoenix/${day}-${random.slice(0, 4)}`
}

/** The losses if the worktree is discarded. Null: nothing exists only there. */
export function lossOf({ uncommitted, unmerged }: WorktreeFacts): string | null {
  const lost = [
    ...(uncommitted > 0
      ? [countOf(uncommitted, 'file with uncommitted changes', 'files with uncommitted changes')]
      : []),
    ...(unmerged > 0
      ? [
          countOf(
            unmerged,
            'commit that is on no other branch',
            'commits that are on no other branch',
          ),
        ]
      : []),
  ]
  return lost.length === 0 ? null : lost.join(' and ')
}

/** Why the worktree cannot be merged; null: it can. */
export function whyNotMerged({
  baseBranch,
  branch,
  isThere,
}: Pick<WorktreeFacts, 'baseBranch' | 'branch' | 'isThere'>): string | null {
  if (!isThere) return 'It cannot be merged, because its folder is missing.'
  if (baseBranch !== null) return null
  return `It was not created from a branch, so there is none to merge into. In a terminal, merge ${branch} where you want it.`
}
