import { Attachment } from '../../shared/attachment.ts'

/** An attachment as the image port would have made it, for tests. Its hashes follow from the name. */
export function testAttachment(name: string, more: Partial<Attachment> = {}): Attachment {
  const codes = Array.from(name, (letter) => (letter.codePointAt(0) ?? 0).toString(16)).join('')
  const copy = codes.padStart(64, '0').slice(-64)
  const base = { original: copy, copy, mediaType: 'image/png', name, bytes: 100 }
  return Attachment.parse({ ...base, width: 10, height: 10, ...more })
}
