import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import type * as z from '../../../shared/schema.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { faultCode, fileFault, isAbsence, NOT_A_FILE } from '../system/file-fault.ts'

const { O_NONBLOCK, O_RDONLY } = constants

/** Larger than any of our files that is read whole, except blobs. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024

/**
 * Opens a file of the data folder to read it. Never waits, whatever is at the path: a pipe without a writer would block the
 * start and everything after it. Throws the disk's errors, and those of `requireFile`.
 */
export function openRegular(path: string): number {
  const file = openSync(path, O_RDONLY | (O_NONBLOCK ?? 0))
  try {
    requireFile(fstatSync(file), path)
    return file
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** Throws an Error with a code that `fileFault` knows, if it is a folder, a device, a pipe or a socket. */
export function requireFile(stats: Stats, path: string): void {
  if (!stats.isFile())
    throw fault(stats.isDirectory() ? 'EISDIR' : NOT_A_FILE, `${path} is no file`)
}

/** Reads a whole file in the same way. Also throws an Error with the code EFBIG if it is too large. */
export function readRegular(path: string, maxBytes = MAX_FILE_BYTES): Buffer {
  const file = openRegular(path)
  try {
    if (fstatSync(file).size > maxBytes) throw fault('EFBIG', `${path} is too large`)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** True if `readRegular` found something that it will never read: no file, or one that is too large. */
export function isUnusable(error: unknown): boolean {
  return [NOT_A_FILE, 'EISDIR', 'EFBIG'].includes(faultCode(error))
}

/**
 * What a failed read means: null if there is nothing to be read, an error, which ends a sentence, if it cannot be read now
 * (docs/decisions/158).
 */
export function noneOrFault(error: unknown): Result<null, string> {
  return isAbsence(error) || isUnusable(error) ? ok(null) : failed(fileFault(error))
}

/**
 * Reads what was stored as JSON. Null if there is none, or it is damaged. Fails if it cannot be read now; the error ends a
 * sentence.
 */
export function readRecord<Value>(
  path: string,
  schema: z.ZodType<Value>,
): Result<Value | null, string> {
  let text: string
  try {
    text = readRegular(path).toString()
  } catch (error) {
    return noneOrFault(error)
  }
  try {
    return ok(schema.parse(JSON.parse(text)))
  } catch {
    return ok(null)
  }
}

const PIECE_BYTES = 1024 * 1024

/** Reads a large file in the same way, in pieces: other work runs in between. `each` looks at every piece. */
export async function readRegularInPieces(
  path: string,
  maxBytes: number,
  each: (piece: Buffer) => void,
): Promise<Buffer> {
  let bytes = Buffer.alloc(0)
  let length = 0
  const into = (size: number): Buffer => {
    if (length === 0) bytes = Buffer.allocUnsafe(size)
    return bytes.subarray(length)
  }
  for await (const piece of piecesOf(path, maxBytes, into)) {
    each(piece)
    length += piece.length
  }
  return bytes.subarray(0, length)
}

/** The pieces of a file that nobody needs whole. Each is valid until the next one. */
export async function* regularPieces(path: string, maxBytes: number): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  yield* piecesOf(path, maxBytes, () => piece)
}

/** `into`: where the next piece goes in, for a file of this size. */
async function* piecesOf(
  path: string,
  maxBytes: number,
  into: (size: number) => Buffer,
): AsyncGenerator<Buffer> {
  const file = await open(path, O_RDONLY | (O_NONBLOCK ?? 0))
  try {
    const stats = await file.stat()
    requireFile(stats, path)
    const { size } = stats
    if (size > maxBytes) throw fault('EFBIG', `${path} is too large`)
    let left = size
    while (left > 0) {
      const place = into(size)
      const { bytesRead } = await file.read(place, 0, Math.min(PIECE_BYTES, left))
      if (bytesRead === 0) return
      left -= bytesRead
      yield place.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** Makes an error with a code, as the disk's errors have one. */
export function fault(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
