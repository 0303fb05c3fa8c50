import * as z from '../schema.ts'
import { BlobHash } from '../ids.ts'
import { MAX_COPY_BYTES, MAX_COPY_PIXELS } from '../models/image-limits.ts'

/** The largest file that a message accepts, in bytes. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024

/** Maximum size of one piece of a file transfer, in bytes before base64. */
export const FILE_PIECE_BYTES = 512 * 1024

export const MAX_ATTACHMENTS = 20

export const ImageType = z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])
export type ImageType = z.infer<typeof ImageType>

const pixels = z.number().int().min(1).max(MAX_COPY_PIXELS)

/** Maximum size of the text files included in one message, in bytes of UTF-8; tools read the rest. */
export const MAX_HEAD_BYTES = 256 * 1024

/**
 * A prepared image. `original` is the file as it came, `copy` what the model and the screen get: media type, bytes and
 * pixels are the copy's. Both are stored as blobs before anything names them.
 */
export const AttachedImage = z
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
export type AttachedImage = z.infer<typeof AttachedImage>

/**
 * A file other than an image, as it came: `original` is stored as a blob, and once more under `path`, where tools can
 * read it. `mediaType` comes from its content and name. `head`: for a text, or the text of a PDF, what the model reads
 * in the message itself; added by the step that sends it, so drafts stay small. `pages`: for a PDF that models can be
 * shown. Absent: it is no PDF, or it is encrypted or damaged. `text`: the text of a PDF, in UTF-8, stored like the file
 * itself. Absent: it is no PDF, or it contains no readable text, as in a scan.
 */
export const AttachedFile = z
  .object({
    kind: z.literal('file'),
    original: BlobHash,
    name: z.string().min(1).max(255),
    bytes: z.number().int().min(1).max(MAX_FILE_BYTES),
    mediaType: z.string().min(1).max(100),
    isText: z.boolean(),
    pages: z.number().int().min(1).optional(),
    text: z
      .object({
        blob: BlobHash,
        bytes: z.number().int().min(1).max(MAX_FILE_BYTES),
        path: z.string().min(1).max(4_096),
      })
      .readonly()
      .optional(),
    path: z.string().min(1).max(4_096),
    head: z.object({ text: z.string(), isWhole: z.boolean() }).readonly().optional(),
  })
  .readonly()
export type AttachedFile = z.infer<typeof AttachedFile>

export const Attachment = z.union([AttachedImage, AttachedFile])
export type Attachment = z.infer<typeof Attachment>

export function isImage(attachment: Attachment): attachment is AttachedImage {
  return 'copy' in attachment
}

export function isFile(attachment: Attachment): attachment is AttachedFile {
  return !isImage(attachment)
}

export function imagesOf(attachments: readonly Attachment[]): readonly AttachedImage[] {
  return attachments.filter(isImage)
}

export function filesOf(attachments: readonly Attachment[]): readonly AttachedFile[] {
  return attachments.filter(isFile)
}

/** Created by the client; identifies a file during its transfer. */
export const FileId = z.string().min(1).max(100).brand<'FileId'>()
export type FileId = z.infer<typeof FileId>

/** The result for a file. `notice` says what had to be changed; both texts are sentences for people. */
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
  return some.length === others.length && some.every((each, index) => isSame(each, others[index]))
}

function isSame(one: Attachment, other: Attachment | undefined): boolean {
  if (other === undefined || isImage(one) !== isImage(other)) return false
  return isImage(one) && isImage(other)
    ? one.copy === other.copy
    : one.original === other.original && one.name === other.name
}
