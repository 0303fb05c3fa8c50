import { isUtf8 } from 'node:buffer'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { openFile } from '../files/open-file.ts'
import { faultCode, isAbsence } from '../system/file-fault.ts'
import { isInside } from '../system/folders.ts'
import { NEVER, within } from '../system/within.ts'
import type { AbsentPlaces } from './absent-places.ts'

/** How long to wait for a network folder that does not answer (ms). */
const PATIENCE_MS = 2_000

export interface TextBounds {
  /** Links must stay inside it. */
  readonly root: string
  /** Phoenix's own: nothing in it is read. */
  readonly dataFolder: string
  readonly maxBytes: number
  /** Paths missing a moment ago, which are not checked again. Default: all are checked. */
  readonly absent?: AbsentPlaces
}

/**
 * Reads a whole text file below a folder. Null if there is none. The error is a sentence. Never rejects, never waits for
 * long.
 */
export async function readTextIn(
  path: string,
  bounds: TextBounds,
): Promise<Result<string | null, string>> {
  const read = await within(readNow(path, bounds), PATIENCE_MS, NEVER)
  return read.type === 'done' ? read.value : failed(`${path} could not be read in time.`)
}

async function readNow(
  path: string,
  { absent, dataFolder, maxBytes, root }: TextBounds,
): Promise<Result<string | null, string>> {
  const whole = join(root, path)
  if (absent?.has(whole) === true) return ok(null)
  try {
    const real = await realpath(whole)
    const isIn = isInside(real, await realpath(root)) && !isInside(real, await realpath(dataFolder))
    if (!isIn) return failed(`${path} is a link out of its folder.`)
    return await textAt(real, path, maxBytes)
  } catch (error) {
    if (!isAbsence(error)) return failed(`${path} could not be read (${faultCode(error)}).`)
    absent?.add(whole)
    return ok(null)
  }
}

/** Reads the text of the file at a real path. The error is a sentence. */
export async function textAt(
  real: string,
  shown: string,
  maxBytes: number,
): Promise<Result<string, string>> {
  const opened = await openFile({ real, shown })
  if (!opened.ok) return opened
  const { handle, stats } = opened.value
  try {
    if (stats.size > maxBytes) return failed(`${shown} is longer than ${maxBytes / 1_024} KB.`)
    const bytes = Buffer.alloc(stats.size)
    const { bytesRead } = await handle.read(bytes, 0, stats.size, 0)
    const read = bytes.subarray(0, bytesRead)
    return isUtf8(read) ? ok(new TextDecoder().decode(read)) : failed(`${shown} is not UTF-8 text.`)
  } finally {
    await handle.close()
  }
}
