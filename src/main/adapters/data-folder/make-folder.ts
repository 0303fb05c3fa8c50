import { existsSync, mkdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { faultCode } from '../system/file-fault.ts'

const CLOSED = { mode: 0o700 }

/**
 * Creates the folder if it is missing, closed to other accounts. Never one above it: a data folder that was moved away is not
 * made again. Throws the disk's errors.
 */
export function makeFolder(path: string): void {
  // The usual case, without an error to make.
  if (existsSync(path)) return
  try {
    mkdirSync(path, CLOSED)
  } catch (error) {
    allowExisting(error)
  }
}

/** The same without holding anything up. */
export async function makeFolderAsync(path: string): Promise<void> {
  await mkdir(path, CLOSED).catch(allowExisting)
}

/** The same for each folder from one that exists down to this one. */
export function makeFolders(above: string, path: string): void {
  for (const each of between(above, path)) makeFolder(each)
}

export async function makeFoldersAsync(above: string, path: string): Promise<void> {
  for (const each of between(above, path)) await makeFolderAsync(each)
}

function between(above: string, path: string): readonly string[] {
  const names = relative(above, path).split(sep)
  return names.map((_, index) => join(above, ...names.slice(0, index + 1)))
}

/** Something else may have created it in the meantime. */
function allowExisting(error: unknown): void {
  if (faultCode(error) !== 'EEXIST') throw error
}
