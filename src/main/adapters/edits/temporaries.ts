import { lstat, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as z from '../../../shared/schema.ts'
import { readRecord } from '../data-folder/regular-file.ts'
import { leftIn, unfinishedIn } from '../data-folder/unfinished.ts'
import { holdFolder } from '../files/held-folder.ts'
import { isTemporary, type Temporaries } from '../files/write-files.ts'
import { isAbsence } from '../system/file-fault.ts'

const Paths = z.array(z.string())

interface NotedTemporaries extends Temporaries {
  /** Removes what a kill left. Only for the owner of the data folder. Never rejects. */
  sweep(): Promise<void>
}

/**
 * Notes the temporary files in people's folders while they exist: each by its whole path with a random name, so nothing else
 * is ever removed.
 */
export function openTemporaries(dataFolder: string): NotedTemporaries {
  const root = join(dataFolder, 'undo')
  return {
    async note(paths) {
      if (paths.length === 0) return () => Promise.resolve()
      try {
        const record = unfinishedIn(root)
        await writeFile(record, JSON.stringify(paths), { flag: 'wx', mode: 0o600 })
        return () => rm(record, { force: true })
      } catch {
        // What a kill might leave is no reason to refuse an edit.
        return () => Promise.resolve()
      }
    },
    async sweep() {
      for (const record of await leftIn(root)) {
        const paths = readRecord(record, Paths)
        if (!paths.ok) continue
        const gone = await Promise.all((paths.value ?? []).map(isRemoved))
        if (gone.every(Boolean)) await rm(record, { force: true }).catch(() => undefined)
      }
    },
  }
}

/** False if it may still be there. Follows no link: its folder may lead somewhere else by now. */
async function isRemoved(path: string): Promise<boolean> {
  if (!isTemporary(basename(path))) return true
  try {
    const folder = await holdFolder(dirname(path))
    try {
      const held = join(folder.heldPath, basename(path))
      if ((await lstat(held)).isFile()) await rm(held)
      return true
    } finally {
      await folder.handle.close()
    }
  } catch (error) {
    return isAbsence(error)
  }
}
