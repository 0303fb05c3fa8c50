import { randomBytes } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  realpathSync,
  rmdirSync,
  rmSync,
  unlink,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Spill } from './spill.ts'
import { readRegular } from '../../data-folder/regular-file.ts'

/** The oldest is removed when another is added: 256 MB at most. */
const MAX_FILES = 16
const PREFIX = 'phoenix-output-'

export interface SpillFolder {
  /** Null if the disk cannot hold one. `onLag`: true asks the source to wait, false to continue. */
  readonly begin: (onLag: (isLagging: boolean) => void) => Spill | null
  /** True if an output of this run of Phoenix is at this path, which is absolute and real. */
  readonly holds: (path: string) => boolean
  /** Removes what a killed app has left. Never rejects. */
  sweep(): Promise<void>
  /** Removes everything. */
  close(): void
}

/**
 * Stores long outputs in a folder of this run of Phoenix inside the system's temporary folder: not in the data folder, which
 * no tool may read, and not in the user's. Its path is recorded in the data folder before it contains a file.
 */
export function createSpillFolder(dataFolder: string, parent = tmpdir()): SpillFolder {
  const note = join(dataFolder, 'output-folder')
  const paths: string[] = []
  let folder: string | null = null

  function ready(): string {
    // Systems remove what is old from their temporary folder.
    if (folder !== null && existsSync(folder)) return folder
    const made = realpathSync(mkdtempSync(join(parent, PREFIX)))
    try {
      writeFileSync(note, made, { mode: 0o600 })
    } catch (error) {
      // Without a record no start would remove it.
      rmdirSync(made)
      throw error
    }
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
        // What cannot be removed is on record, and the next start removes it.
      }
    },
  }
}

/** The recorded folder, only if it can be ours: owned by this user, with such a name, and not a link. */
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
