import { type AttachedImage, imagesOf } from '../../shared/messages/attachment.ts'
import type { BlobHash } from '../../shared/ids.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { Client } from '../client.ts'
import { countOf } from '../words/words.ts'
import { toBase64 } from '../files/base64.ts'
import { readBlobBytes } from '../files/read-blob.ts'

/** Images as data URLs, by the hash of the copy that models and screens get. */
export type ExportedImages = ReadonlyMap<BlobHash, string>

type ShownImage = Pick<AttachedImage, 'copy' | 'mediaType'>

interface ReadImages {
  readonly images: ExportedImages
  /** How many could not be read. The exported file still names them. */
  readonly missing: number
}

/** Reads every image in the messages, each once. Null if no longer wanted. */
export async function exportedImages(
  client: Client,
  messages: readonly Message[],
  isWanted: () => boolean,
): Promise<ReadImages | null> {
  const wanted = new Map(messages.flatMap(imagesIn).map(({ copy, mediaType }) => [copy, mediaType]))
  const images = new Map<BlobHash, string>()
  for (const [copy, mediaType] of wanted) {
    const bytes = await readBlobBytes(client, copy)
    if (!isWanted()) return null
    if (bytes !== null) images.set(copy, `data:${mediaType};base64,${toBase64(bytes)}`)
  }
  return { images, missing: wanted.size - images.size }
}

/** Empty if none is missing. */
export function wordsOfMissing(missing: number): string {
  const images = countOf(missing, 'image', 'images')
  return missing === 0 ? '' : `Not included: ${images} that could not be read.`
}

function imagesIn({ content }: Message): readonly ShownImage[] {
  if (content.type === 'user') return imagesOf(content.attachments)
  if (content.type !== 'tool') return []
  return content.content.flatMap((part) =>
    part.type === 'image' ? [{ copy: part.blob, mediaType: part.mediaType }] : [],
  )
}
