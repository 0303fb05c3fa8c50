import { failed, ok, type Result } from '../../../shared/result.ts'
import { type FileLook, LOOK_BYTES } from '../../../shared/protocol/browse-commands.ts'
import { openFile } from '../files/open-file.ts'
import type { Places } from '../files/places.ts'

/** Larger images are not shown. */
const MAX_IMAGE_BYTES = 20 * 1024 * 1024
const NEW_LINE = 0x0a

interface Wanted {
  readonly folder: string
  readonly path: string
  readonly from: number
}

/** Reads one part of a file in a folder. The error is a sentence for people. */
export async function lookAtFile(
  places: Places,
  { folder, from, path }: Wanted,
): Promise<Result<FileLook, string>> {
  const place = await places.locate(folder, path)
  if (!place.ok) return place
  if (place.value.reach !== 'inside') return failed(`${path} cannot be read here.`)
  const file = await openFile(place.value)
  if (!file.ok) return file
  const { handle, stats } = file.value
  const { size } = stats
  const read = async (at: number, most: number): Promise<Buffer> => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(most, size - at)))
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, at)
    return bytes.subarray(0, bytesRead)
  }
  try {
    const beginning = await read(0, LOOK_BYTES)
    const mediaType = imageTypeOf(beginning)
    const part = from === 0 ? beginning : await read(from, LOOK_BYTES)
    if (mediaType !== null && size <= MAX_IMAGE_BYTES) {
      const data = part.toString('base64')
      return ok({ type: 'image', mediaType, data, ...windowOf(from, part.length, size) })
    }
    if (mediaType !== null || beginning.includes(0)) return ok({ type: 'other', bytes: size })
    const whole = from + part.length >= size ? part : part.subarray(0, endOfLines(part))
    return ok({
      type: 'text',
      text: new TextDecoder().decode(whole),
      ...windowOf(from, whole.length, size),
    })
  } catch (error) {
    return failed(`${path} could not be read: ${String(error)}`)
  } finally {
    await handle.close()
  }
}

function windowOf(
  from: number,
  length: number,
  bytes: number,
): { readonly from: number; readonly next: number | null; readonly bytes: number } {
  const next = from + length
  return { from, next: length > 0 && next < bytes ? next : null, bytes }
}

/** The end of the last complete line; in a line longer than a part, of the last complete character. */
function endOfLines(part: Buffer): number {
  const line = part.lastIndexOf(NEW_LINE)
  if (line !== -1) return line + 1
  let end = part.length
  while (end > 1 && ((part[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1
  // Never after only the first byte of a character.
  return (part[end - 1] ?? 0) >= 0xc0 ? end - 1 || part.length : part.length
}

const MAGIC = [
  ['image/png', 0, '89504e470d0a1a0a'],
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/gif', 0, '47494638'],
  ['image/webp', 8, '57454250'],
] as const

function imageTypeOf(bytes: Buffer): (typeof MAGIC)[number][0] | null {
  const found = MAGIC.find(
    ([, at, hex]) => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex,
  )
  return found?.[0] ?? null
}
