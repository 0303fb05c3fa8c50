import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import type { z } from 'zod'
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
  const file = await open(path, O_RDONLY | (O_NONBLOCK ?? 0))
  try {
    const stats = await file.stat()
    requireFile(stats, path)
    if (stats.size > maxBytes) throw fault('EFBIG', `${path} is too large`)
    const bytes = Buffer.allocUnsafe(stats.size)
    let length = 0
    while (length < bytes.length) {
      const most = Math.min(PIECE_BYTES, bytes.length - length)
      const { bytesRead } = await file.read(bytes, length, most)
      if (bytesRead === 0) break
      each(bytes.subarray(length, length + bytesRead))
      length += bytesRead
    }
    return bytes.subarray(0, length)
  } finally {
    await file.close()
  }
}

/** An error with a code, as the disk's have one. */
export function fault(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
