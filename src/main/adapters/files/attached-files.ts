import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { BlobHash } from '../../../shared/ids.ts'
import { failed, ok } from '../../../shared/result.ts'
import { firstUnits, lastUnits } from '../../../shared/visible-text.ts'
import type { AttachedFilesPort } from '../../runtime/ports/file-ports.ts'
import { isRemoved, putInPlace, syncFolderAsync } from '../data-folder/atomic-file.ts'
import { makeFoldersAsync } from '../data-folder/make-folder.ts'
import { regularPieces } from '../data-folder/regular-file.ts'
import { clearUnfinished, unfinishedIn } from '../data-folder/unfinished.ts'
import { diskFault } from '../system/file-fault.ts'
import { isInside } from '../system/folders.ts'

export interface AttachedFiles extends AttachedFilesPort {
  /** True if an attached file is at this path, which is absolute and real. */
  readonly holds: (path: string) => boolean
  /** Removes the attachments with these bytes, whatever their names. Returns true if nothing is left. */
  remove(hash: BlobHash): boolean
  /** Removes what a kill left. Never rejects. */
  sweep(): Promise<void>
}

/**
 * Attached files in their original form, under their own names, in one folder per content: not in the data folder, which no
 * tool may read, and not in the user's folder, which they would clutter. They stay while a conversation names them.
 */
export function openAttachedFiles(dataFolder: string): AttachedFiles {
  const root = join(realpathSync(dirname(dataFolder)), `${basename(dataFolder)}-attached`)
  const shelfOf = (hash: BlobHash): string => join(root, hash.slice(0, 16))
  return {
    keep: async (hash, name, bytes) => {
      const shelf = shelfOf(hash)
      const place = join(shelf, safe(name))
      try {
        if (await isKept(place, bytes)) return ok(place)
        await makeFoldersAsync(dirname(root), shelf)
        await putInPlace(unfinishedIn(root), place, bytes, 0o400)
        await syncFolderAsync(shelf)
        return ok(place)
      } catch (error) {
        return failed(diskFault(error))
      }
    },
    sweep: () => clearUnfinished(root),
    remove: (hash) => isRemoved(shelfOf(hash), { isFolder: true }),
    holds: (path) => isInside(path, root),
  }
}

/** Its size does not show it: after a power failure, a file may be full of zeros. */
async function isKept(path: string, bytes: Uint8Array): Promise<boolean> {
  let at = 0
  try {
    for await (const piece of regularPieces(path, bytes.length)) {
      if (!piece.equals(bytes.subarray(at, at + piece.length))) return false
      at += piece.length
    }
    return at === bytes.length
  } catch {
    return false
  }
}

/** A name that every disk accepts, and no tool misreads. */
function safe(name: string): string {
  const plain = name.replaceAll(/[<>:"/\\|?*]/g, '_').replace(/^[.\s-]+/, '_')
  return Buffer.byteLength(plain) <= 200
    ? plain
    : `${firstUnits(plain, 40)}_${lastUnits(plain, 20)}`
}
