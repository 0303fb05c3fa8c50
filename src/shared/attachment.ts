import { z } from 'zod'
import { BlobHash } from './ids.ts'
import { MAX_COPY_BYTES, MAX_COPY_PIXELS } from './image-limits.ts'

/** The largest file that a message takes, in bytes. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024

/** Files travel in pieces of at most so many bytes, before base64. */
export const FILE_PIECE_BYTES = 512 * 1024

export const MAX_ATTACHMENTS = 20

export const ImageType = z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])
export type ImageType = z.infer<typeof ImageType>

const pixels = z.number().int().min(1).max(MAX_COPY_PIXELS)

/**
 * A prepared image. `original` is the file as it came, `copy` what the model and the screen get: media type, bytes and
 * pixels are the copy's. Both are kept as blobs before anything names them.
 */
export const Attachment = z
  .object({
    original: BlobHash,
    copy: BlobHash,
    mediaType: ImageType,
    name: z.string().min(1).max(255),
    bytes: z.number().int().min(1).max(MAX_COPY_BYTES),
    width: pixels,
    height: pixels,
  })
  .readonly()
export type Attachment = z.infer<typeof Attachment>

/** Made by the client: names a file while it travels. */
export const FileId = z.string().min(1).max(100).brand<'FileId'>()
export type FileId = z.infer<typeof FileId>

/** How a file ended. `notice` says what had to be changed; both texts are sentences for people. */
export const PreparedFile = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('ready'),
      attachment: Attachment,
      notice: z.string().nullable(),
    })
    .readonly(),
  z.object({ type: z.literal('refused'), reason: z.string() }).readonly(),
])
export type PreparedFile = z.infer<typeof PreparedFile>

export function areSameAttachments(
  some: readonly Attachment[],
  others: readonly Attachment[],
): boolean {
  return (
    some.length === others.length && some.every((each, index) => each.copy === others[index]?.copy)
  )
}
