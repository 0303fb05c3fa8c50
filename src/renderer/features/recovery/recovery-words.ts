import type { Rescued } from '../../../shared/storage/recovery.ts'

/** What a restore brings, in sentences. */
export function sentencesOf(rescued: Rescued): readonly string[] {
  const { backupAt, conversations, messages, salvaged } = rescued
  const base =
    backupAt === null
      ? 'There is no usable backup.'
      : `The newest good backup is from ${dayAndTime(backupAt)}.`
  const newer =
    salvaged === 0
      ? 'Nothing newer could be read from the damaged file.'
      : `${countOf(salvaged, 'conversation')} could be read from the damaged file in a newer state.`
  const all = `Restoring brings back ${countOf(conversations, 'conversation')} with ${countOf(messages, 'message')}.`
  return [base, newer, all]
}

function countOf(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
}

function dayAndTime(at: number): string {
  return new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
}
