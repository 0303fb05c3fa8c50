import { createHash } from 'node:crypto'
import { decodeWhole, formOf } from '../files/encoding.ts'
import { openFile } from '../files/open-file.ts'
import type { Place } from '../files/places.ts'

/** A larger file is only named. */
export const MAX_SHOWN_BYTES = 1024 * 1024
const BINARY = 'Not a text file.'

/** `why`: a sentence for people. `digest`: SHA-256 of the bytes; null if they were not read. */
export type ReadForReview =
  | { readonly type: 'text'; readonly text: string; readonly digest: string }
  | { readonly type: 'none'; readonly why: string; readonly digest: string | null }

/** Reads a file as it is on disk, for people to look at. */
export async function readForReview(
  place: Pick<Place, 'real' | 'shown'>,
  maxBytes: number,
): Promise<ReadForReview> {
  const file = await openFile(place)
  if (!file.ok) return { type: 'none', why: file.error, digest: null }
  const { handle, stats } = file.value
  try {
    if (stats.size > maxBytes) return { type: 'none', why: tooLarge(stats.size), digest: null }
    const bytes = await handle.readFile()
    const digest = createHash('sha256').update(bytes).digest('hex')
    const text = textOf(bytes)
    return text === null ? { type: 'none', why: BINARY, digest } : { type: 'text', text, digest }
  } catch (error) {
    return { type: 'none', why: `${place.shown} cannot be read: ${String(error)}`, digest: null }
  } finally {
    await handle.close()
  }
}

/** Null if it is not text. */
export function textOf(bytes: Buffer): string | null {
  const form = formOf(bytes, true)
  return form === null ? null : decodeWhole(bytes, form)
}

export function tooLarge(bytes: number): string {
  return `It is too large to be shown here (${(bytes / 1_048_576).toFixed(1)} MB).`
}
