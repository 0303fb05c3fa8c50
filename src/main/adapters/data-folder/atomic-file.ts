import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { fileFault, isAbsence } from '../system/file-fault.ts'

/**
 * Replaces a file completely or not at all: writes and syncs a temporary file next to it, then renames it. `mode` applies
 * whatever the umask. The error ends a sentence ("the disk is full").
 */
export function writeAtomically(path: string, text: string, mode: number): Result<null, string> {
  try {
    replaceFile(path, Buffer.from(text, 'utf8'), mode)
    return ok(null)
  } catch (error) {
    return failed(fileFault(error))
  }
}

/**
 * A way to replace a file: at once, or queued. The value: where the new content waits until it is in place; null if it is.
 */
export type ReplaceFile = (
  path: string,
  text: string,
  mode: number,
) => Result<string | null, string>

/** Like `writeAtomically`, but off the event loop. */
export async function writeAtomicallyAsync(
  path: string,
  text: string,
  mode: number,
): Promise<Result<null, string>> {
  try {
    await putInPlace(neighbourOf(path), path, Buffer.from(text, 'utf8'), mode)
    await syncFolderAsync(dirname(path))
    return ok(null)
  } catch (error) {
    return failed(fileFault(error))
  }
}

/** The path where a file's new content is written first. */
export function neighbourOf(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.tmp`
}

const NEIGHBOUR = /.\.[0-9a-f]{12}\.tmp$/
/** The folders in the data folder whose files are replaced and may hold a key, or are read at each start. */
const REPLACED_IN = ['.', 'worktrees']

/**
 * Removes temporary files that a kill left behind; one may hold a key. Only for the owner of the data folder, before it
 * writes anything.
 */
export function clearNeighbours(dataFolder: string): void {
  for (const name of REPLACED_IN) clearNeighboursIn(join(dataFolder, name))
}

/** Does the same for one folder; only its single writer may call this. */
export function clearNeighboursIn(folder: string): void {
  for (const file of filesIn(folder)) if (NEIGHBOUR.test(file)) removeQuietly(join(folder, file))
}

function filesIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  } catch {
    return []
  }
}

/** Like `writeAtomically`, but throws the system's error. */
export function replaceFile(path: string, bytes: Uint8Array, mode: number): void {
  const temporary = neighbourOf(path)
  try {
    writeSynced(temporary, bytes, mode)
    renameSync(temporary, path)
    syncFolder(dirname(path))
  } catch (error) {
    removeQuietly(temporary)
    throw error
  }
}

/** The content of a file, in one piece or several. */
type Bytes = Uint8Array | readonly Uint8Array[]

/**
 * Like `replaceFile`, but off the event loop and for one writer at a time; the rename is not made durable. The next attempt
 * replaces what a kill leaves.
 */
export async function replaceFileAsync(path: string, bytes: Bytes, mode: number): Promise<void> {
  const temporary = `${path}.part`
  removeQuietly(temporary)
  await putInPlace(temporary, path, bytes, mode)
}

/** Writes a file under a temporary name, flushes it, and renames it. */
export async function putInPlace(
  temporary: string,
  path: string,
  bytes: Bytes,
  mode: number,
): Promise<void> {
  try {
    const file = await open(temporary, 'wx', mode)
    try {
      await file.chmod(mode)
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    removeQuietly(temporary)
    throw error
  }
}

function writeSynced(path: string, bytes: Uint8Array, mode: number): void {
  writeUnsynced(path, bytes, mode, fsyncSync)
}

/** Writes a new file without flushing it. */
export function writeUnsynced(
  path: string,
  bytes: Uint8Array,
  mode: number,
  finish: (file: number) => void = () => {},
): void {
  const file = openSync(path, 'wx', mode)
  try {
    fchmodSync(file, mode)
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    finish(file)
  } finally {
    closeSync(file)
  }
}

/** Makes the rename durable, off the event loop. Windows has no such call. */
export async function syncFolderAsync(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Makes the rename durable. Windows has no such call. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** For what a failed write leaves behind: its own errors would hide the failure that people need to see. */
export function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Its folder may be missing too.
  }
}

/** Removes a file, or a folder with all of its content. False if something may still be there. */
export function isRemoved(path: string, { isFolder = false } = {}): boolean {
  try {
    rmSync(path, { recursive: isFolder, force: true })
    return true
  } catch (error) {
    return isAbsence(error)
  }
}
