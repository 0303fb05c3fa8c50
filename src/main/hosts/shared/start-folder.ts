import { accessSync, constants, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { fileFault } from '../../adapters/system/file-fault.ts'

/** The path of a folder as it was given where the start was made; launchers give it as a file URL. Null: not readable. */
export function startFolder(given: string, startedIn: string): string | null {
  try {
    return given.startsWith('file:') ? fileURLToPath(given) : resolve(startedIn, given)
  } catch {
    return null
  }
}

/** The same for a folder that must be there. The error is a sentence for people. */
export function existingStartFolder(given: string, startedIn: string): Result<string, string> {
  const folder = startFolder(given, startedIn)
  if (folder === null) return failed(cannotStartIn(given, 'that is not a path'))
  try {
    if (!statSync(folder).isDirectory()) return failed(cannotStartIn(folder, 'it is not a folder'))
    accessSync(folder, constants.R_OK | constants.X_OK)
    return ok(folder)
  } catch (error) {
    return failed(cannotStartIn(folder, fileFault(error)))
  }
}

function cannotStartIn(folder: string, why: string): string {
  return `Phoenix can’t start a conversation in ${folder}: ${why}. Name another folder, or none.`
}
