import { type AttachedImage, imagesOf } from '../../shared/messages/attachment.ts'
import type { BlobHash } from '../../shared/ids.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { Client } from '../client.ts'
import { toBase64 } from '../files/base64.ts'
import { readBlobBytes } from '../files/read-blob.ts'

/** Images as data URLs, by the hash of the copy that models and screens get. */
export type ExportedImages = ReadonlyMap<BlobHash, string>

type ShownImage = Pick<AttachedImage, 'copy' | 'mediaType'>

/**
 * Reads every image in the messages, each once. A missing image is omitted, but the exported file still names it. Null
 * if no longer wanted.
 */
export async function exportedImages(
  client: Client,
  messages: readonly Message[],
  isWanted: () => boolean,
): Promise<ExportedImages | null> {
  const images = new Map<BlobHash, string>()
  for (const { copy, mediaType } of messages.flatMap(imagesIn)) {
    if (images.has(copy)) continue
    const bytes = await readBlobBytes(client, copy)
    if (!isWanted()) return null
    if (bytes !== null) images.set(copy, `data:${mediaType};base64,${toBase64(bytes)}`)
  }
  return images
}

function imagesIn({ content }: Message): readonly ShownImage[] {
  if (content.type === 'user') return imagesOf(content.attachments)
  if (content.type !== 'tool') return []
  return content.content.flatMap((part) =>
    part.type === 'image' ? [{ copy: part.blob, mediaType: part.mediaType }] : [],
  )
}
