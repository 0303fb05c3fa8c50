import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'

/** V8's compiled code, keyed by file name; a name changes with the content of its file. */
export interface CachedCode {
  /** The number of runs that have added the functions they used. */
  readonly runs: number
  readonly parts: ReadonlyMap<string, Buffer>
}

interface Head {
  readonly runs: number
  readonly lengths: readonly (readonly [name: string, length: number])[]
}

export const NO_CODE: CachedCode = { runs: 0, parts: new Map() }
/** The checksum of everything after it, and the length of the head. */
const FRONT_BYTES = 8

/** Returns no code if the file is missing or damaged: V8 itself would not notice damage. */
export function readCode(file: string): CachedCode {
  try {
    const bytes = readFileSync(file)
    if (bytes.readUInt32LE(0) !== crc32(bytes.subarray(4))) return NO_CODE
    let at = FRONT_BYTES + bytes.readUInt32LE(4)
    const head: Head = JSON.parse(bytes.toString('utf8', FRONT_BYTES, at))
    const parts = new Map<string, Buffer>()
    for (const [name, length] of head.lengths) {
      parts.set(name, bytes.subarray(at, at + length))
      at += length
    }
    return { runs: head.runs, parts }
  } catch {
    return NO_CODE
  }
}

/** Writes the file completely or not at all; does nothing if the folder is not writable. */
export function writeCode(file: string, { parts, runs }: CachedCode): void {
  const lengths = [...parts].map(([name, { length }]) => [name, length] as const)
  const head = Buffer.from(JSON.stringify({ runs, lengths } satisfies Head))
  const front = Buffer.alloc(FRONT_BYTES)
  front.writeUInt32LE(head.length, 4)
  const bytes = Buffer.concat([front, head, ...parts.values()])
  bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0)
  const written = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(written, bytes, { flag: 'wx' })
    renameSync(written, file)
  } catch {
    removeQuietly(written)
  }
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // The folder is not one.
  }
}
