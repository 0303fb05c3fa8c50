import { randomUUID } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { HeldFile } from '../../runtime/ports/import-port.ts'
import { removeQuietly } from '../data-folder/atomic-file.ts'
import { makeFolderAsync } from '../data-folder/make-folder.ts'
import { fileFault } from '../system/file-fault.ts'

interface HeldFiles {
  hold(): Promise<Result<HeldFile, string>>
  /** In bytes; 0 if it is gone. */
  sizeOf(path: string): number
}

/** Copies of files that clients send, in a folder of their own, which a start empties: a kill leaves them. */
export function createHeldFiles(folder: string): HeldFiles {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Another program has one open. Names never repeat, so it is only in the way of the disk.
  }
  return {
    hold: async () => {
      const path = join(folder, randomUUID())
      try {
        await makeFolderAsync(folder)
        await (await open(path, 'wx', 0o600)).close()
        return ok(heldFile(path))
      } catch (error) {
        return failed(notCopied(error))
      }
    },
    sizeOf: (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0,
  }
}

function heldFile(path: string): HeldFile {
  let writing: Promise<Result<null, string>> = Promise.resolve(ok(null))
  let isRemoved = false
  async function write(bytes: Uint8Array): Promise<Result<null, string>> {
    if (isRemoved) return failed(REMOVED)
    try {
      const file = await open(path, 'a')
      try {
        await file.writeFile(bytes)
      } finally {
        await file.close()
      }
      return ok(null)
    } catch (error) {
      return failed(notCopied(error))
    }
  }
  return {
    path,
    append: (bytes) => (writing = writing.then((before) => (before.ok ? write(bytes) : before))),
    remove: () => {
      isRemoved = true
      // After a write that is under way, which would otherwise create it again.
      void writing.then(() => removeQuietly(path))
    },
  }
}

const REMOVED = 'This file is no longer open. Open it again.'

function notCopied(error: unknown): string {
  return `Phoenix could not copy this file to read it: ${fileFault(error)}.`
}
