import { z } from 'zod'
import type { AttachedFile } from './attachment.ts'

export const PDF_TYPE = 'application/pdf'

/** Which PDF documents a model accepts in one request: each, and all together. */
export const DocumentLimits = z
  .object({
    bytes: z.number().int().positive(),
    pages: z.number().int().nonnegative(),
    /** What a page costs, a high estimate. */
    tokensPerPage: z.number().positive(),
  })
  .readonly()
export type DocumentLimits = z.infer<typeof DocumentLimits>

type File = Pick<AttachedFile, 'bytes' | 'mediaType' | 'pages'>

export function isPdf({ mediaType }: Pick<File, 'mediaType'>): boolean {
  return mediaType === PDF_TYPE
}

/**
 * Whether a model gets a file as a document. `tooLarge`: it accepts documents, but none of this size. `named`: it is
 * not a readable PDF, or the model accepts none. Null limits: it accepts none.
 */
export function showingOf(
  { bytes, pages, ...file }: File,
  limits: DocumentLimits | null,
): 'shown' | 'tooLarge' | 'named' {
  if (!isPdf(file) || pages === undefined || limits === null) return 'named'
  return bytes <= limits.bytes && pages <= limits.pages ? 'shown' : 'tooLarge'
}

/** The estimated cost of the documents among these files, in tokens. */
export function tokensOfDocuments(files: readonly File[], limits: DocumentLimits | null): number {
  if (limits === null) return 0
  const shown = files.filter((file) => showingOf(file, limits) === 'shown')
  return shown.reduce((sum, { pages = 0 }) => sum + pages * limits.tokensPerPage, 0)
}
