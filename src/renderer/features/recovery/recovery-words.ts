import type { ConversationPart, Rescued } from '../../../shared/storage/recovery.ts'
import { countOf } from '../../../client/words/words.ts'

/** The result of a restore, in sentences. */
export function sentencesOf(rescued: Rescued): readonly string[] {
  const { backupAt, conversations, list, messages } = rescued
  const base =
    backupAt === null
      ? 'There is no usable backup.'
      : `The newest good backup is from ${dayAndTime(backupAt)}.`
  const restored = countOf(conversations, 'conversation', 'conversations')
  const all = `Restoring brings back ${restored} with ${countOf(messages, 'message', 'messages')}.`
  const rules = rescued.areRulesOld ? [rulesOf(rescued)] : []
  return [base, newerOf(rescued), ...(list === 'part' ? [UNNAMED] : []), ...rules, all]
}

function newerOf({ backupAt, list, salvaged }: Rescued): string {
  if (list === 'none')
    return `The damaged file could not be read at all, not even the names of its conversations. ${backupAt === null ? 'What you said in them' : 'What was said after the backup'} is only in that file.`
  return salvaged === 0
    ? 'Nothing newer could be read from the damaged file.'
    : `${countOf(salvaged, 'conversation', 'conversations')} could be read from the damaged file in a newer state.`
}

function rulesOf({ backupAt }: Rescued): string {
  const then = backupAt === null ? 'There will be none.' : 'Those of the backup apply again.'
  return `The rules about what may be done without asking could not be read. ${then} Check them in Settings.`
}

const UNNAMED =
  'The list of conversations in the damaged file could not be read completely, so more may be lost than are named here.'

const PARTS: Readonly<Record<ConversationPart, string>> = {
  draft: 'draft',
  waitingMessages: 'messages waiting to be sent',
  shellCommands: 'commands that you ran',
}

/** The unreadable parts of a conversation. */
export function partName({ part, title }: Rescued['lostParts'][number]): string {
  return `${title}: ${PARTS[part]}`
}

function dayAndTime(at: number): string {
  return new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
}
