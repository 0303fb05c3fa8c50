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
  const aside = text === undefined ? '' : `, its text at ${text.path}`
  const what = `[file ${name}: ${mediaType}, ${sizeOfText(bytes)}, kept at ${path}${aside}`
  const showing = showingOf(file, documents)
  if (head === undefined || showing === 'shown') {
    const isReadable = isText || text !== undefined
    const how = isReadable && showing !== 'shown' ? UNREAD : HOW[showing]
    return wellFormed(`${what}. ${how}.]`)
  }
  const how = head.isWhole ? 'Its text' : 'The beginning of its text, which continues there'
  return wellFormed(`${what}. ${how}:]\n${head.text}`)
}

const UNREAD = 'It is not in this message: read it there'

const HOW = {
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
