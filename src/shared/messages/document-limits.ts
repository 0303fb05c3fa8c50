import * as z from '../schema.ts'
import type { AttachedFile } from './attachment.ts'

export const PDF_TYPE = 'application/pdf'

/** The limits for PDF documents in one request: for each of them, and for all together. */
export const DocumentLimits = z
  .object({
    bytes: z.number().int().positive(),
    pages: z.number().int().nonnegative(),
    /** The cost of a page, estimated on the high side. */
    tokensPerPage: z.number().positive(),
  })
  .readonly()
export type DocumentLimits = z.infer<typeof DocumentLimits>

type File = Pick<AttachedFile, 'bytes' | 'mediaType' | 'pages'>

export function isPdf({ mediaType }: Pick<File, 'mediaType'>): boolean {
  return mediaType === PDF_TYPE
}

/**
 * Says whether a model receives a file as a document. `tooLarge`: it accepts documents, but not of this size. `named`:
 * the file is not a readable PDF, or the model accepts no documents (limits of null).
 */
export function showingOf(
  { bytes, pages, ...file }: File,
  limits: DocumentLimits | null,
): 'shown' | 'tooLarge' | 'named' {
  if (!isPdf(file) || pages === undefined || limits === null) return 'named'
  return bytes <= limits.bytes && pages <= limits.pages ? 'shown' : 'tooLarge'
}

/** Returns the estimated cost of the documents among these files, in tokens. */
export function tokensOfDocuments(files: readonly File[], limits: DocumentLimits | null): number {
  if (limits === null) return 0
  const shown = files.filter((file) => showingOf(file, limits) === 'shown')
  return shown.reduce((sum, { pages = 0 }) => sum + pages * limits.tokensPerPage, 0)
}
