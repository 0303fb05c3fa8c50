import { type AttachedImage, filesOf, imagesOf } from '../../../shared/attachment.ts'
import type { Message, MessageContent } from '../../../shared/message.ts'

type Pixels = Pick<AttachedImage, 'width' | 'height'>
type UserContent = Extract<MessageContent, { type: 'user' }>

/** The images of the next request: said since the newest summary, or in the newest words, and not dropped since. */
export function imagesForModel(messages: readonly Message[]): readonly Pixels[] {
  const from = messages.findLastIndex(({ content }) => endsImages(content))
  const images = messages.slice(from + 1).flatMap(({ content }) => imagesIn(content))
  const isBehindSummary = messages[from]?.content.type === 'summary'
  const newest = isBehindSummary ? newestWords(messages.slice(0, from)) : null
  return newest === null ? images : [...imagesOf(newest.attachments), ...images]
}

/** The newest words of the person, or a sub-agent's task, with the images of them that were not dropped. */
export function newestWords(messages: readonly Message[]): UserContent | null {
  const said = messages.findLastIndex(
    ({ content }) => content.type === 'user' && content.author === 'person',
  )
  const at = said === -1 ? messages.findIndex(({ content }) => content.type === 'user') : said
  const newest = messages[at]?.content
  if (newest?.type !== 'user') return null
  const isDropped = messages.slice(at).some(({ content }) => content.type === 'attachmentsDropped')
  return isDropped ? { ...newest, attachments: filesOf(newest.attachments) } : newest
}

function endsImages({ type }: MessageContent): boolean {
  return type === 'summary' || type === 'attachmentsDropped'
}

/** A failed result holds text alone. */
function imagesIn(content: MessageContent): readonly Pixels[] {
  if (content.type === 'user') return imagesOf(content.attachments)
  if (content.type !== 'tool' || content.outcome !== 'ok') return []
  return content.content.flatMap((part) => (part.type === 'image' ? [part] : []))
}
