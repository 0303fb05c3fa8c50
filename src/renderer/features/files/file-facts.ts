import type { AttachedFile } from '../../../shared/messages/attachment.ts'
import { type DocumentLimits, isPdf, showingOf } from '../../../shared/messages/document-limits.ts'
import { sizeOfText } from '../../../shared/size-of-text.ts'

const KINDS: Readonly<Record<string, string>> = {
  'application/gzip': 'Gzip',
  'application/json': 'JSON',
  'application/octet-stream': 'File',
  'application/pdf': 'PDF',
  'application/zip': 'ZIP',
  'image/bmp': 'BMP',
  'image/svg+xml': 'SVG',
}

/** `Text · 3.2 KB`: the kind of a file, and its size. */
export function factsOf({ bytes, isText, mediaType }: AttachedFile): string {
  const kind = KINDS[mediaType] ?? (isText ? 'Text' : 'File')
  return `${kind} · ${sizeOfText(bytes)}`
}

/** A note about a PDF that the model does not see. Null: it sees it, or it is not a PDF. */
export function noteOfPdf(file: AttachedFile, limits: DocumentLimits | undefined): string | null {
  if (!isPdf(file) || showingOf(file, limits ?? null) === 'shown') return null
  const instead = file.text === undefined ? ONLY_PATH : ITS_TEXT
  if (limits === undefined) return `This model can’t read PDFs: ${instead}`
  if (file.pages === undefined) return `Encrypted or damaged: ${instead}`
  return file.pages > limits.pages
    ? `${file.pages.toLocaleString('en')} pages are too many for this model: ${instead}`
    : `Too large for this model: ${instead}`
}

const ITS_TEXT = 'the agent gets its text.'
const ONLY_PATH = 'it contains no text, so the agent gets only its path.'
