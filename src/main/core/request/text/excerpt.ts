import { isFile } from '../../../../shared/messages/attachment.ts'
import type { MessageContent } from '../../../../shared/messages/message.ts'
import { wellFormed } from './well-formed.ts'

/**
 * Returns the beginning and end of a text longer than `length` UTF-16 code units, with a note of how much was omitted
 * in between.
 */
export function excerpt(text: string, length: number): string {
  if (text.length <= length) return text
  const half = Math.floor(length / 2)
  const begin = HIGH.test(text.charAt(half - 1)) ? half - 1 : half
  const rest = text.length - half
  const end = LOW.test(text.charAt(rest)) ? rest + 1 : rest
  return `${wellFormed(text.slice(0, begin))}\n[… ${end - begin} characters left out …]\n${wellFormed(text.slice(end))}`
}

/** The halves of a character of two code units, which is never split (T40). */
const HIGH = /[\uD800-\uDBFF]/
const LOW = /[\uDC00-\uDFFF]/

/**
 * Maximum length of the person's newest message after a summary: a summary would not help if that message itself were
 * too long.
 */
const NEWEST_LENGTH = 32 * 1024

/** Returns the person's newest message, or a sub-agent's task, as it follows a summary: files only by name. */
export function newestAfterSummary<Words extends NewestWords>(words: Words): Words {
  const attachments = words.attachments.map((each) =>
    isFile(each) ? { ...each, head: undefined } : each,
  )
  return { ...words, text: excerpt(words.text, NEWEST_LENGTH), attachments }
}

type NewestWords = Pick<Extract<MessageContent, { type: 'user' }>, 'text' | 'attachments'>
