import * as z from '../schema.ts'
import { fingerprint } from '../fingerprint.ts'
import type { MessageDraft } from './message.ts'

/** Identifies the text and the files of a draft, without its caret. Empty: an empty draft. */
export const DraftMark = z.string().max(100)
export type DraftMark = z.infer<typeof DraftMark>

export const EMPTY_MARK: DraftMark = ''

/** Two drafts of one person have the same mark only if they have the same content. */
export function markOf({
  text,
  attachments,
}: Pick<MessageDraft, 'text' | 'attachments'>): DraftMark {
  if (text === '' && attachments.length === 0) return EMPTY_MARK
  const files = attachments.map(({ original, name }) => `${original} ${name}`).join('\n')
  return `${text.length}-${fingerprint(text)}-${fingerprint(files)}`
}
