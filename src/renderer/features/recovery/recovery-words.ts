import type { Rescued } from '../../../shared/storage/recovery.ts'
import { countOf } from '../../../client/words/words.ts'

/** The result of a restore, in sentences. */
export function sentencesOf(rescued: Rescued): readonly string[] {
  const { backupAt, conversations, messages, salvaged } = rescued
  const base =
    backupAt === null
      ? 'There is no usable backup.'
      : `The newest good backup is from ${dayAndTime(backupAt)}.`
  const newer =
    salvaged === 0
      ? 'Nothing newer could be read from the damaged file.'
      : `${countOf(salvaged, 'conversation', 'conversations')} could be read from the damaged file in a newer state.`
  const restored = countOf(conversations, 'conversation', 'conversations')
  const all = `Restoring brings back ${restored} with ${countOf(messages, 'message', 'messages')}.`
  return [base, newer, all]
}

function dayAndTime(at: number): string {
  return new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
}
