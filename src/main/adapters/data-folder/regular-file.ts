import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

const { O_NONBLOCK, O_RDONLY } = constants

/** More than any of our files that is read completely, except blobs. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024

/**
 * Reads a whole file of the data folder. Whatever is at the path, it never waits: a pipe without a writer would hold up
 * the start and everything after it. Throws the disk's errors; for something that is not a file, or too large, an Error
 * with the code EINVAL or EFBIG.
 */
export function readRegular(path: string, maxBytes = MAX_FILE_BYTES): Buffer {
  const file = openSync(path, O_RDONLY | (O_NONBLOCK ?? 0))
  try {
    const facts = fstatSync(file)
    if (!facts.isFile()) throw fault('EINVAL', `${path} is not a file`)
    if (facts.size > maxBytes) throw fault('EFBIG', `${path} is too large`)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

function fault(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
