import { z } from 'zod'
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
  return `${text.length}-${hashOf(text)}-${hashOf(files)}`
}

/** cyrb53: 53 bits, and 2 ms for the longest message. The protocol's two sides share no faster one. */
function hashOf(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
