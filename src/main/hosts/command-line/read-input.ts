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
  return ok(Buffer.concat(chunks).toString('utf8'))
}
