import type { FileHandle } from 'node:fs/promises'
import { MAX_FILE_BYTES } from '../../../../shared/messages/attachment.ts'
import type { BlobPort, ImagePort } from '../../../runtime/ports/file-ports.ts'
import type { OpenFile } from '../../files/open-file.ts'
import type { Place } from '../../files/places.ts'
import { within } from '../../system/within.ts'
import { inKilobytes } from '../definition/capped.ts'
import { ABORTED, failedWith, type ToolResult } from '../definition/tool.ts'

export interface PictureOptions {
  readonly images: ImagePort
  readonly blobs: Pick<BlobPort, 'keep'>
}

/** A copy of an image file that a model can see, stored before the result names it. Null if the time is up. */
export async function readPicture(
  place: Place,
  { handle, stats }: OpenFile,
  { images, blobs }: PictureOptions,
  time: { readonly limitMs: number; readonly signal: AbortSignal },
): Promise<ToolResult | null> {
  if (stats.size > MAX_FILE_BYTES) {
    return failedWith(
      `${place.shown} is an image of ${inKilobytes(stats.size)}; at most 50 MB can be shown. Make a smaller copy with bash and read that.`,
    )
  }
  const bytes = await readWhole(handle, stats.size, time.signal)
  if (bytes === null) return ABORTED
  const prepared = await within(images.prepare(bytes, place.shown), time.limitMs, time.signal)
  if (prepared.type !== 'done') return prepared.type === 'late' ? null : ABORTED
  if (prepared.value.type === 'refused')
    return failedWith(`${prepared.value.problem} ${CONVERT_HINT}`)
  const { copy, height, mediaType, name, notice, width } = prepared.value
  const kept = await blobs.keep(copy)
  if (!kept.ok) return failedWith(NOT_KEPT)
  const size = `${width.toLocaleString('en')} × ${height.toLocaleString('en')}`
  const text = [`${place.shown}: an image of ${size} pixels.`, notice ?? ''].join(' ').trimEnd()
  const facts = { mediaType, name, bytes: copy.length, width, height }
  return {
    outcome: 'ok',
    content: [
      { type: 'text', text },
      { type: 'image', blob: kept.value, ...facts },
    ],
    summary: size,
    files: [],
    fingerprint: `${text} ${kept.value}`,
  }
}

const CONVERT_HINT = 'Convert it to PNG or JPEG with bash and read that, or tell the user.'
const NOT_KEPT =
  'The image could not be saved, so you cannot see it. Tell the user that the disk with the data folder may be full.'

/** Reads no more than the size when it was opened, because the file may be growing. Null if it was stopped. */
async function readWhole(
  handle: FileHandle,
  size: number,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const bytes = Buffer.alloc(size)
  let length = 0
  while (length < size) {
    if (signal.aborted) return null
    const { bytesRead } = await handle.read(bytes, length, size - length, length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return bytes.subarray(0, length)
}
