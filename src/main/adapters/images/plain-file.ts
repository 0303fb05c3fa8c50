import { assertNever } from '../../../shared/assert-never.ts'
import { PDF_TYPE } from '../../../shared/messages/document-limits.ts'
import type { PlainFile } from '../../runtime/ports/file-ports.ts'
import type { FileKind } from './file-kind.ts'
import type { ImageKind } from './file-words.ts'

/** Types of files that people attach besides images and text. Anything else is described as bytes. */
const TYPES: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gz: 'application/gzip',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  parquet: 'application/vnd.apache.parquet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  sqlite: 'application/vnd.sqlite3',
  tar: 'application/x-tar',
  wasm: 'application/wasm',
  wav: 'audio/wav',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
}
const TEXT_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  htm: 'text/html',
  html: 'text/html',
  json: 'application/json',
  md: 'text/markdown',
  xml: 'application/xml',
}

/** The kind of a file that cannot be shown as an image, from its first bytes, or from its name if they are not enough. */
export function plainFile(kind: Exclude<FileKind, ImageKind>, name: string): PlainFile {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  switch (kind) {
    case 'svg':
      return { mediaType: 'image/svg+xml', isText: true }
    case 'text':
      return { mediaType: TEXT_TYPES[ending] ?? 'text/plain', isText: true }
    case 'bmp':
      return { mediaType: 'image/bmp', isText: false }
    case 'pdf':
      return { mediaType: PDF_TYPE, isText: false }
    case 'unknown':
      return { mediaType: TYPES[ending] ?? 'application/octet-stream', isText: false }
    default:
      return assertNever(kind)
  }
}
