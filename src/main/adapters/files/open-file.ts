import { constants, type Stats } from 'node:fs'
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { faultCode, fileFault } from '../system/file-fault.ts'
import type { Place } from './places.ts'

/** Without waiting for who writes a pipe, and without following what stands there since. Windows has neither. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

export interface OpenFile {
  readonly handle: FileHandle
  readonly stats: Stats
}

/** Opens a regular file, and none but the one that the place was judged as. The error is a sentence for the model. */
export async function openFile(place: Place): Promise<Result<OpenFile, string>> {
  let handle: FileHandle | null = null
  try {
    const before = await lstat(place.real)
    const odd = oddity(before)
    if (odd !== null) return failed(`${place.shown} ${odd}`)
    handle = await open(place.real, FLAGS)
    const stats = await handle.stat()
    if (!stats.isFile() || !isSame(stats, before) || !(await leadsTo(place, stats))) {
      await handle.close()
      return failed(`${place.shown} was replaced by something else meanwhile. Look at it again.`)
    }
    return ok({ handle, stats })
  } catch (error) {
    await handle?.close()
    return failed(describeFault(place, error))
  }
}

function describeFault(place: Place, error: unknown): string {
  if (faultCode(error) === 'ENOENT') {
    return `There is no file ${place.shown}. list_files shows what is there.`
  }
  return `${place.shown} cannot be opened: ${fileFault(error)}.`
}

/** T: a link that was swapped between the look and the opening leads elsewhere now. */
async function leadsTo(place: Place, stats: Stats): Promise<boolean> {
  return (await realpath(place.path)) === place.real && isSame(await lstat(place.real), stats)
}

export function isSame(one: Stats, other: Stats): boolean {
  return one.dev === other.dev && one.ino === other.ino
}

/** Why this is no file to read: the end of a sentence. Null: it is one. */
export function oddity(stats: Stats): string | null {
  if (stats.isFile()) return null
  if (stats.isDirectory()) return 'is a folder. list_files shows what is in it.'
  if (stats.isFIFO()) return 'is a named pipe (FIFO): who reads it may wait forever.'
  if (stats.isSocket()) return 'is a socket, which cannot be read.'
  if (stats.isSymbolicLink()) return 'is a link now. Look at it again.'
  return 'is a device, not a file.'
}
