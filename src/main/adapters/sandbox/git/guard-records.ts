import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from '../../../../shared/schema.ts'
import { removeQuietly } from '../../data-folder/atomic-file.ts'
import { readRegular } from '../../data-folder/regular-file.ts'

const GuardRecord = z.object({
  folder: z.string(),
  /** The content, by path, of what git would have obeyed before the first run. */
  known: z.record(z.string(), z.string()),
  /** The files that the repository's config includes, as they were then. */
  included: z.record(z.string(), z.string()).default({}),
  /** Everything that was put into the folder for the runs. */
  made: z.array(z.object({ path: z.string(), as: z.enum(['folder', 'file', 'commondir']) })),
})
export type GuardRecord = z.infer<typeof GuardRecord>

/** The folders in which commands run, on disk: a start after a crash checks what they left. */
export interface GuardRecords {
  write(record: GuardRecord): void
  /** Null if no command runs there and the last one ended properly. */
  read(folder: string): GuardRecord | null
  remove(folder: string): void
  folders(): readonly string[]
}

function readRecord(path: string): GuardRecord | null {
  try {
    return GuardRecord.parse(JSON.parse(readRegular(path).toString()))
  } catch {
    return null
  }
}

/** Best effort: without a record, only what a crash left behind is not found. */
export function openGuardRecords(root: string): GuardRecords {
  const home = join(root, 'guards')
  const fileOf = (folder: string): string =>
    join(home, `${createHash('sha256').update(folder).digest('hex')}.json`)
  return {
    write(record) {
      const file = fileOf(record.folder)
      try {
        mkdirSync(home, { recursive: true, mode: 0o700 })
        writeFileSync(`${file}.new`, JSON.stringify(record), { mode: 0o600 })
        renameSync(`${file}.new`, file)
      } catch {
        removeQuietly(file)
      }
    },
    read: (folder) => readRecord(fileOf(folder)),
    remove(folder) {
      removeQuietly(fileOf(folder))
    },
    folders() {
      try {
        const records = readdirSync(home).map((name) => readRecord(join(home, name)))
        return records.flatMap((record) => (record === null ? [] : [record.folder]))
      } catch {
        return []
      }
    },
  }
}
