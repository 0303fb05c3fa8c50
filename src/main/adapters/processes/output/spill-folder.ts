import { randomBytes } from 'node:crypto'
import { lstatSync, mkdtempSync, realpathSync, rmSync, unlink, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Spill } from './spill.ts'
import { readRegular } from '../../data-folder/regular-file.ts'

/** The oldest goes when another comes: 256 MB at most. */
const MAX_FILES = 16
const PREFIX = 'phoenix-output-'

export interface SpillFolder {
  /** Null where the disk takes none. `onLag`: true asks the source to wait, false to go on. */
  readonly begin: (onLag: (isLagging: boolean) => void) => Spill | null
  /** An output of this start lies there. The path is whole and real. */
  readonly holds: (path: string) => boolean
  /** Removes what a killed app has left. Never rejects. */
  sweep(): Promise<void>
  /** Removes all of it. */
  close(): void
}

/**
 * Long outputs, in a folder of this start alone in the system's temporary one: not in the data folder, which no tool may
 * read, and not in the person's. Its place is noted in the data folder before a file is in it.
 */
export function createSpillFolder(dataFolder: string, parent = tmpdir()): SpillFolder {
  const note = join(dataFolder, 'output-folder')
  const paths: string[] = []
  let folder: string | null = null

  function ready(): string {
    if (folder !== null) return folder
    const made = realpathSync(mkdtempSync(join(parent, PREFIX)))
    writeFileSync(note, made, { mode: 0o600 })
    return (folder = made)
  }

  return {
    begin(onLag) {
      try {
        const path = join(ready(), `${randomBytes(8).toString('hex')}.txt`)
        paths.push(path)
        const oldest = paths.length > MAX_FILES ? paths.shift() : undefined
        if (oldest !== undefined) unlink(oldest, () => undefined)
        return new Spill(path, onLag)
      } catch {
        return null
      }
    },
    holds: (path) => paths.includes(path),
    async sweep() {
      const left = notedFolder(note)
      if (left === null || left === folder) return
      await rm(left, { recursive: true, force: true }).catch(() => undefined)
    },
    close() {
      if (folder === null) return
      try {
        rmSync(folder, { recursive: true, force: true })
        rmSync(note, { force: true })
      } catch {
        // What stays is noted, and swept by the next start.
      }
    },
  }
}

/** Only a folder that can be of our making: of this user, by its name, no link. */
function notedFolder(note: string): string | null {
  try {
    const path = readRegular(note).toString()
    const stats = lstatSync(path)
    const isOurs =
      basename(path).startsWith(PREFIX) &&
      dirname(path) !== path &&
      stats.isDirectory() &&
      (process.getuid === undefined || stats.uid === process.getuid())
    return isOurs ? path : null
  } catch {
    return null
  }
}
