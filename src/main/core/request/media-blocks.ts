import {
  type AttachedFile,
  type AttachedImage,
  type Attachment,
  isImage,
} from '../../../shared/messages/attachment.ts'
import type { ToolContent } from '../../../shared/messages/content.ts'
import {
  type DocumentLimits,
  PDF_TYPE,
  showingOf,
  tokensOfDocuments,
} from '../../../shared/messages/document-limits.ts'
import { wordsOfFile } from './text/file-words.ts'
import type { RequestImage, RequestMedia, RequestText } from './model-request.ts'
import { wellFormed } from './text/well-formed.ts'

type ShownImage = Extract<ToolContent, { type: 'image' }>

/** Returns the blocks for the attachments of a message, in order. */
export function blocksOfAttachments(
  attachments: readonly Attachment[],
  limits: DocumentLimits | null,
): readonly (RequestText | RequestMedia)[] {
  return attachments.flatMap((each) =>
    isImage(each) ? [imageOf(each)] : blocksOfFile(each, limits),
  )
}

/** Returns the block for the copy of an attached image. */
function imageOf({ copy: blob, bytes, mediaType, name }: AttachedImage): RequestImage {
  return { type: 'image', blob, bytes, mediaType, name: wellFormed(name) }
}

/** Returns the block for an image in a result. */
export function imageInResult({ blob, bytes, mediaType, name }: ShownImage): RequestImage {
  return { type: 'image', blob, bytes, mediaType, name: wellFormed(name) }
}

/** Returns a description of an attached file and its location, followed by the document itself if the model accepts it. */
function blocksOfFile(
  file: AttachedFile,
  limits: DocumentLimits | null,
): readonly (RequestText | RequestMedia)[] {
  const { bytes, name, original: blob, pages } = file
  const words = { type: 'text', text: wordsOfFile(file, limits) } as const
  if (pages === undefined || showingOf(file, limits) !== 'shown') return [words]
  const tokens = tokensOfDocuments([file], limits)
  const document = { blob, bytes, name: wellFormed(name), pages, tokens }
  return [words, { type: 'document', mediaType: PDF_TYPE, ...document }]
}
