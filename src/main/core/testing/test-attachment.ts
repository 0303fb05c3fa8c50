import { AttachedFile, AttachedImage } from '../../../shared/messages/attachment.ts'
import { PDF_TYPE } from '../../../shared/messages/document-limits.ts'

/** Returns an attachment like those of the image port, for tests. Its hashes are derived from the name. */
export function testAttachment(name: string, more: Partial<AttachedImage> = {}): AttachedImage {
  const copy = hashOf(name)
  const base = { original: copy, copy, mediaType: 'image/png', name, bytes: 100 }
  return AttachedImage.parse({ ...base, width: 10, height: 10, ...more })
}

/** Returns an attached file that is not an image. */
export function testFile(name: string, more: Partial<AttachedFile> = {}): AttachedFile {
  const place = { original: hashOf(name), name, path: `/attached/${name}` }
  const facts = { kind: 'file', bytes: 12, mediaType: 'text/plain', isText: true }
  return AttachedFile.parse({ ...facts, ...place, ...more })
}

function hashOf(name: string): string {
  const codes = Array.from(name, (letter) => (letter.codePointAt(0) ?? 0).toString(16)).join('')
  return codes.padStart(64, '0').slice(-64)
}

/** Returns a PDF with this many pages. */
export function testPdf(name: string, pages = 2, more: Partial<AttachedFile> = {}): AttachedFile {
  return testFile(name, { mediaType: PDF_TYPE, isText: false, bytes: 1_000, pages, ...more })
}
