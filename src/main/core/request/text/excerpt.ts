import { isFile } from '../../../../shared/messages/attachment.ts'
import type { MessageContent } from '../../../../shared/messages/message.ts'
import { wellFormed } from './well-formed.ts'

/** Begin and end of a text that is longer than this, in UTF-16 code units, and how much is left out between them. */
export function excerpt(text: string, length: number): string {
  if (text.length <= length) return text
  const half = Math.floor(length / 2)
  const begin = HIGH.test(text.charAt(half - 1)) ? half - 1 : half
  const rest = text.length - half
  const end = LOW.test(text.charAt(rest)) ? rest + 1 : rest
  return `${wellFormed(text.slice(0, begin))}\n[… ${end - begin} characters left out …]\n${wellFormed(text.slice(end))}`
}

/** The halves of a character that takes two code units: T40, it is not cut in between. */
const HIGH = /[\uD800-\uDBFF]/
const LOW = /[\uDC00-\uDFFF]/

/** The most of the newest words that stands behind a summary: it could not help where they alone are too long. */
const NEWEST_LENGTH = 32 * 1024

/** The newest words of a person, or a sub-agent's task, as they stand behind a summary: files by their names alone. */
export function newestBehindSummary<Words extends NewestWords>(words: Words): Words {
  const attachments = words.attachments.map((each) =>
    isFile(each) ? { ...each, head: undefined } : each,
  )
  return { ...words, text: excerpt(words.text, NEWEST_LENGTH), attachments }
}

type NewestWords = Pick<Extract<MessageContent, { type: 'user' }>, 'text' | 'attachments'>
