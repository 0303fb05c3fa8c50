import { constants, type Stats } from 'node:fs'
import { lstat, open, type FileHandle } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { faultCode, fileFault } from '../system/file-fault.ts'
import { type HeldFolder, holdFolder, holdWithin, isInPlace, NO_FOLLOWING } from './held-folder.ts'
import type { Place } from './places.ts'

/** Does not wait for the writer of a pipe, and does not follow a link that has appeared since. Windows has neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | NO_FOLLOWING

type Named = Pick<Place, 'real' | 'shown'>

export interface OpenFile {
  readonly handle: FileHandle
  readonly stats: Stats
}

/**
 * Opens a regular file, and only the one that was judged. The error is a sentence for the model. `within`: a folder above it
 * that is already held.
 */
export async function openFile(
  place: Named,
  within: HeldFolder | null = null,
): Promise<Result<OpenFile, string>> {
  try {
    const parent = dirname(place.real)
    const folder = await (within === null ? holdFolder(parent) : holdWithin(within, parent))
    try {
      return await openIn(folder, place)
    } finally {
      await folder.handle.close()
    }
  } catch (error) {
    return failed(describeFault(place, error))
  }
}

async function openIn(folder: HeldFolder, place: Named): Promise<Result<OpenFile, string>> {
  const path = `${folder.heldPath}/${basename(place.real)}`
  const before = await lstat(path)
  const odd = oddity(before)
  if (odd !== null) return failed(`${place.shown} ${odd}`)
  const handle = await open(path, FLAGS)
  try {
    const stats = await handle.stat()
    if (stats.isFile() && isSame(stats, before) && (await isInPlace(folder))) {
      return ok({ handle, stats })
    }
  } catch (error) {
    await handle.close()
    throw error
  }
  await handle.close()
  return failed(replaced(place))
}

function describeFault(place: Named, error: unknown): string {
  switch (faultCode(error)) {
    case 'ENOENT':
      return `There is no file ${place.shown}. list_files shows what is there.`
    case 'ENOTDIR':
    case 'ELOOP':
      return replaced(place)
    default:
      return `${place.shown} cannot be opened: ${fileFault(error)}.`
  }
}

function replaced({ shown }: Named): string {
  return `${shown} was replaced in the meantime. Look at it again.`
}

/** The numbers that no other file has while this one exists. */
export type Inode = Pick<Stats, 'dev' | 'ino'>

export function isSame(one: Inode, other: Inode): boolean {
  return one.dev === other.dev && one.ino === other.ino
}

/** The reason why this is not a readable file: the end of a sentence. Null if it is one. */
export function oddity(stats: Stats): string | null {
  if (stats.isFile()) return null
  if (stats.isDirectory()) return 'is a folder. list_files shows what is in it.'
  if (stats.isFIFO()) return 'is a named pipe (FIFO): reading it could wait forever.'
  if (stats.isSocket()) return 'is a socket, which cannot be read.'
  if (stats.isSymbolicLink()) return 'is a link now. Look at it again.'
  return 'is a device, not a file.'
}
