import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { failed, ok, type Result } from '../../../shared/result.ts'

/** Much larger than any model's context. */
export const MAX_INPUT_BYTES = 16 * 1024 * 1024

/** Reads the whole input as text; stops reading one that is too long. The error is a sentence for people. */
export async function readInput(input: Readable): Promise<Result<string, string>> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of input) {
      const bytes = Buffer.from(chunk as Uint8Array)
      length += bytes.length
      if (length > MAX_INPUT_BYTES)
        return failed('The input is longer than 16 MB, and no model reads that much.')
      chunks.push(bytes)
    }
  } catch (error) {
    return failed(`The input could not be read: ${String(error)}.`)
  }
  const whole = Buffer.concat(chunks)
  if (isUtf8(whole)) return ok(new TextDecoder().decode(whole))
  const place = wrongByteOf(whole).toLocaleString('en')
  return failed(
    `The input is not UTF-8 text: byte ${place} is wrong. Convert it first, for example with iconv.`,
  )
}

/** Returns the place, counted from 1, of the first byte that begins no character. */
function wrongByteOf(bytes: Buffer): number {
  const replaced = Buffer.from(bytes.toString('utf8'))
  const differs = bytes.findIndex((byte, index) => byte !== replaced[index])
  // What replaces a cut character may begin with the same bytes, or with all of them.
  let at = differs < 0 ? bytes.length - 1 : differs
  while (isInside(replaced[at])) at -= 1
  return at + 1
}

function isInside(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
