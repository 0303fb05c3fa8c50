import { renameSync } from 'node:fs'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { fileFault } from '../system/file-fault.ts'

/**
 * Renames an unusable file, so nothing overwrites it. `at`: ms since 1970, for its name. The value is the new path; the
 * error ends a sentence ("the disk is full").
 */
export function moveAside(path: string, at: number): Result<string, string> {
  const movedTo = `${path}.corrupt-${at}`
  try {
    renameSync(path, movedTo)
    return ok(movedTo)
  } catch (error) {
    return failed(fileFault(error))
  }
}

/** Reverts `moveAside`. If that fails the file stays aside: it is not lost. */
export function moveBack(movedTo: string, path: string): void {
  try {
    renameSync(movedTo, path)
  } catch {
    // It stays where it is.
  }
}
