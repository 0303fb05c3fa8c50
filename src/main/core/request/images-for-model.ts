import {
  type AttachedFile,
  type AttachedImage,
  filesOf,
  imagesOf,
} from '../../../shared/messages/attachment.ts'
import { type DocumentLimits, showingOf } from '../../../shared/messages/document-limits.ts'
import type { BlobHash } from '../../../shared/ids.ts'
import type { Message, MessageContent } from '../../../shared/messages/message.ts'
import { namedFiles } from './image-budget.ts'

type Pixels = Pick<AttachedImage, 'width' | 'height'>
type UserContent = Extract<MessageContent, { type: 'user' }>
type SummaryContent = Extract<MessageContent, { type: 'summary' }>

/** The images, and the PDFs that are sent as documents. */
export interface MediaForModel {
  readonly images: readonly Pixels[]
  readonly documents: readonly AttachedFile[]
}

/**
 * Returns the media in the next request: added since the newest summary, or in the person's newest message, and not
 * dropped since. `refused`: the documents that repairs exclude.
 */
export function mediaForModel(
  messages: readonly Message[],
  limits: DocumentLimits | null,
  refused: ReadonlySet<BlobHash>,
): MediaForModel {
  const from = messages.findLastIndex(({ content }) => endsMedia(content))
  const end = messages[from]?.content
  const newest = end?.type === 'summary' ? wordsSentAgain(messages.slice(0, from), end) : null
  const images: Pixels[] = []
  const files: AttachedFile[] = []
  const add = (content: MessageContent): void => {
    images.push(...imagesIn(content))
    if (content.type === 'user') files.push(...filesOf(content.attachments))
  }
  if (newest !== null) add(newest)
  for (const { content } of messages.slice(from + 1)) add(content)
  const documents = files.filter(
    (file) => showingOf(file, limits) === 'shown' && !refused.has(file.original),
  )
  return { images, documents }
}

/**
 * Returns the message to repeat after a summary of these messages. Null if a person's message that the summary does not
 * cover follows it.
 */
export function wordsSentAgain(
  messages: readonly Message[],
  { throughSeq }: SummaryContent,
): UserContent | null {
  return throughSeq === undefined ? newestWords(messages) : null
}

/** Returns the person's newest message, or a sub-agent's task, without dropped attachments. */
export function newestWords(messages: readonly Message[]): UserContent | null {
  const byPerson = messages.findLastIndex(
    ({ content }) => content.type === 'user' && content.author === 'person',
  )
  const at =
    byPerson === -1 ? messages.findIndex(({ content }) => content.type === 'user') : byPerson
  const newest = messages[at]?.content
  if (newest?.type !== 'user') return null
  const isDropped = messages.slice(at).some(({ content }) => content.type === 'attachmentsDropped')
  return isDropped ? { ...newest, attachments: namedFiles(newest) } : newest
}

function endsMedia({ type }: MessageContent): boolean {
  return type === 'summary' || type === 'attachmentsDropped'
}

/** A failed result contains only text. */
function imagesIn(content: MessageContent): readonly Pixels[] {
  if (content.type === 'user') return imagesOf(content.attachments)
  if (content.type !== 'tool' || content.outcome !== 'ok') return []
  return content.content.filter((part) => part.type === 'image')
}
