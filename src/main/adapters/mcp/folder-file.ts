import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { textOf } from '../files/encoding.ts'
import { openFile } from '../files/open-file.ts'
import { NEVER, within } from '../system/within.ts'
import { faultCode, isAbsence } from '../system/file-fault.ts'
import type { AbsentPlaces } from '../folder-files/absent-places.ts'
import { readConfig, type ReadConfig } from './read-config.ts'

const NAME = '.mcp.json'
const MAX_BYTES = 256 * 1024
/** How long to wait for a network folder that does not answer (ms). */
const PATIENCE_MS = 2_000

const NOTHING: ReadConfig = { servers: [], problems: [] }

/** The servers that a folder's file defines. The error is a sentence. Never rejects, never waits for long. */
export async function readFolderFile(
  folder: string,
  absent?: AbsentPlaces,
): Promise<Result<ReadConfig, string>> {
  const path = join(folder, NAME)
  if (absent?.has(path) === true) return ok(NOTHING)
  const read = await within(readText(path), PATIENCE_MS, NEVER)
  if (read.type !== 'done') return failed(`${NAME} could not be read in time.`)
  const text = read.value
  if (!text.ok) return text
  if (text.value !== null) return readConfig(text.value)
  absent?.add(path)
  return ok(NOTHING)
}

/** Null if it does not exist. */
async function readText(path: string): Promise<Result<string | null, string>> {
  try {
    const opened = await openFile({ real: await realpath(path), shown: NAME })
    if (!opened.ok) return opened
    const { handle, stats } = opened.value
    try {
      if (stats.size > MAX_BYTES) return failed(`${NAME} is longer than 256 KB.`)
      const bytes = Buffer.alloc(stats.size)
      const { bytesRead } = await handle.read(bytes, 0, stats.size, 0)
      return ok(textOf(bytes.subarray(0, bytesRead)))
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (isAbsence(error)) return ok(null)
    return failed(`${NAME} could not be read (${faultCode(error)}).`)
  }
}
