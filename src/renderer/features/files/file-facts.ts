import type { AttachedFile } from '../../../shared/attachment.ts'
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

/** `Text · 3.2 KB`: what a file is, and how large. */
export function factsOf({ bytes, isText, mediaType }: AttachedFile): string {
  const kind = KINDS[mediaType] ?? (isText ? 'Text' : 'File')
  return `${kind} · ${sizeOfText(bytes)}`
}
