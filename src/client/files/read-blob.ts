import type { BlobHash } from '../../shared/ids.ts'
import type { Client } from '../client.ts'
import { fromBase64 } from './base64.ts'

export type ReadBlob =
  | { readonly type: 'whole'; readonly pieces: readonly Uint8Array<ArrayBuffer>[] }
  | { readonly type: 'gone' }
  /** It may be there, and can be asked for again. */
  | { readonly type: 'unread' }
  | { readonly type: 'disconnected' }

/** Reads a blob piece by piece. */
export async function readBlob(client: Client, hash: BlobHash): Promise<ReadBlob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let offset = 0, total = Number.POSITIVE_INFINITY; offset < total;) {
    const answer = await client.request('blob.read', { hash, offset })
    if (!answer.ok) {
      const { code } = answer.error
      if (code === 'disconnected') return { type: code }
      return { type: code === 'notFound' ? 'gone' : 'unread' }
    }
    const piece = fromBase64(answer.value.data)
    if (piece.length === 0) return { type: 'gone' }
    pieces.push(piece)
    offset += piece.length
    total = answer.value.bytes
  }
  return { type: 'whole', pieces }
}

/** Reads a whole blob. Null if it could not be read. */
export async function readBlobBytes(
  client: Client,
  hash: BlobHash,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const read = await readBlob(client, hash)
  if (read.type !== 'whole') return null
  return new Uint8Array(await new Blob([...read.pieces]).arrayBuffer())
}
