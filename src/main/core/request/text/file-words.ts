import { type AttachedFile, filesOf } from '../../../../shared/messages/attachment.ts'
import { type DocumentLimits, showingOf } from '../../../../shared/messages/document-limits.ts'
import type { MessageContent } from '../../../../shared/messages/message.ts'
import { sizeOfText } from '../../../../shared/size-of-text.ts'
import { wellFormed } from './well-formed.ts'

type UserContent = Extract<MessageContent, { type: 'user' }>

/**
 * Returns a model's text for an attached file other than an image: its content, or where tools find it. A document
 * follows this text.
 */
export function wordsOfFile(file: AttachedFile, documents: DocumentLimits | null): string {
  const { bytes, head, isText, mediaType, name, path, text } = file
  const textNote = text === undefined ? '' : `, its text at ${text.path}`
  const description = `[file ${name}: ${mediaType}, ${sizeOfText(bytes)}, kept at ${path}${textNote}`
  const showing = showingOf(file, documents)
  if (head === undefined || showing === 'shown') {
    const isReadable = isText || text !== undefined
    const advice = isReadable && showing !== 'shown' ? UNREAD : ADVICE[showing]
    return wellFormed(`${description}. ${advice}.]`)
  }
  const advice = head.isWhole ? 'Its text' : 'The beginning of its text, which continues there'
  return wellFormed(`${description}. ${advice}:]\n${head.text}`)
}

const UNREAD = 'It is not in this message: read it there'

const ADVICE = {
  shown: 'The document follows',
  tooLarge: 'It is too large to be shown to you: look at it with your tools',
  named: 'Look at it with your tools',
} as const

/** Returns the text for all files of a message. */
export function wordsOfFiles(
  { attachments }: Pick<UserContent, 'attachments'>,
  documents: DocumentLimits | null,
): string {
  return filesOf(attachments)
    .map((file) => wordsOfFile(file, documents))
    .join('')
}
