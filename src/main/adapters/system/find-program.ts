import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The first of these programs in one of these folders, as an absolute path; the order of the names decides. Null if there is
 * none.
 */
export function findProgram(names: readonly string[], folders: readonly string[]): string | null {
  const programs = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return programs.find(isProgram) ?? null
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
