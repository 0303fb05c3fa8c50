import type { BlobHash } from '../../../shared/ids.ts'
import type { BlobPort } from '../../runtime/ports/file-ports.ts'

/** The bytes of a blob; null if there is none. Throws if it cannot be read. */
export function storedBytes(blobs: Pick<BlobPort, 'read'>, hash: BlobHash): Uint8Array | null {
  const read = blobs.read(hash)
  if (!read.ok) throw new Error(read.error)
  return read.value
}
