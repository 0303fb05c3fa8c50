import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { fileFault } from '../../adapters/system/file-fault.ts'

/** Returns the folder that Phoenix was started in. Throws if it is gone. */
type StartedIn = () => string

/** Resolves a folder that was named at the start; launchers name it by a file URL. Null if it is not a path. */
export function startFolder(given: string, startedIn: StartedIn): string | null {
  try {
    if (given.startsWith('file:')) return fileURLToPath(given)
    return isAbsolute(given) ? resolve(given) : resolve(startedIn(), given)
  } catch {
    return null
  }
}

/** The same for a folder that must exist. The error is a sentence for people. */
export function existingStartFolder(given: string, startedIn: StartedIn): Result<string, string> {
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
