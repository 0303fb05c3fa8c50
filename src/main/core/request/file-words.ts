import { type AttachedFile, filesOf } from '../../../shared/attachment.ts'
import type { MessageContent } from '../../../shared/message.ts'
import { sizeOfText } from '../../../shared/size-of-text.ts'
import { wellFormed } from './well-formed.ts'

type UserContent = Extract<MessageContent, { type: 'user' }>

/** What a model reads of an attached file that is no image: its text, or where its tools find it. */
export function wordsOfFile({ bytes, head, isText, mediaType, name, path }: AttachedFile): string {
  const what = `[file ${name}: ${mediaType}, ${sizeOfText(bytes)}, kept at ${path}`
  if (head === undefined) {
    const how = isText ? 'It is not in this message: read it there' : 'Look at it with your tools'
    return wellFormed(`${what}. ${how}.]`)
  }
  const how = head.isWhole ? 'Its text' : 'The beginning of its text, which goes on there'
  return wellFormed(`${what}. ${how}:]\n${head.text}`)
}

/** The words of all files of a message. */
export function wordsOfFiles({ attachments }: Pick<UserContent, 'attachments'>): string {
  return filesOf(attachments).map(wordsOfFile).join('')
}
