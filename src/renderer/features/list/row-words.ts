import { assertNever } from '../../../shared/assert-never.ts'
import type { ListFilter } from '../../state/list.ts'
import type { ComponentProps } from 'svelte'
import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import type Dot from '../../ui/dot.svelte'
import { countOf, wordOfActivity } from '../../../client/words/words.ts'
import { dotOfActivity } from './dot-of-activity.ts'
import type { RowAction } from './row-keys.ts'

type Row = Pick<ConversationSummary, 'activity' | 'jobs'>

/** A conversation's state, in a word, and the number of its jobs. */
export function wordsOfRow({ activity, jobs }: Row): string {
  const word = wordOfActivity(activity)
  if (jobs === 0) return word
  const count = countOf(jobs, 'job', 'jobs')
  return activity === 'idle' ? count : `${word} · ${count}`
}

/** A conversation at rest with a job gets the dot of a running command. */
export function dotOfRow({ activity, jobs }: Row): ComponentProps<typeof Dot> {
  return dotOfActivity(activity === 'idle' && jobs > 0 ? 'runningTool' : activity)
}

const NOTHING: Readonly<Record<ListFilter, string>> = {
  all: 'No conversations yet.',
  needsYou: 'Nothing needs you.',
  running: 'Nothing is running.',
  archived: 'Nothing is archived.',
}

/** The text of an empty list. */
export function nothingUnder(filter: ListFilter): string {
  return NOTHING[filter]
}

/** The text of a list whose conversations are all archived. What waits among them does not wait unseen. */
export function allArchived(needingYou: number): string {
  const all = 'All conversations are archived.'
  if (needingYou === 0) return all
  return needingYou === 1
    ? `${all} One of them needs you.`
    : `${all} ${needingYou} of them need you.`
}

/** The name of an action on a conversation, in every menu. */
export function wordsOfRowAction(
  action: RowAction,
  { isArchived, pinnedAt }: Pick<ConversationSummary, 'isArchived' | 'pinnedAt'>,
): string {
  switch (action) {
    case 'beside':
      return 'Open to the side'
    case 'rename':
      return 'Rename'
    case 'retitle':
      return 'Generate a new title'
    case 'pin':
      return pinnedAt === null ? 'Pin' : 'Unpin'
    case 'moveUp':
      return 'Move up'
    case 'moveDown':
      return 'Move down'
    case 'archive':
      return isArchived ? 'Unarchive' : 'Archive'
    case 'remove':
      return 'Delete'
    default:
      return assertNever(action)
  }
}
