import { accessSync, constants } from 'node:fs'
import { fileFault, isAbsence } from './file-fault.ts'

/**
 * The first of these that is there and that this account may not read and write, with the reason, as a part of a sentence.
 * Null if there is none. Opens nothing: closing a database's file would drop the locks that SQLite has on it.
 */
export function accessFault(paths: readonly string[]): string | null {
  for (const path of paths) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK)
    } catch (error) {
      if (!isAbsence(error)) return `${path} can’t be read and written: ${fileFault(error)}`
    }
  }
  return null
}
