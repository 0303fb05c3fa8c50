import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { removeQuietly } from '../../data-folder/atomic-file.ts'
import { readRegular } from '../../data-folder/regular-file.ts'

const GuardRecord = z.object({
  folder: z.string(),
  /** What git would have obeyed before the first run, by its path: what it held. */
  known: z.record(z.string(), z.string()),
  /** What stood at the names of files of settings that those of the repository include. */
  included: z.record(z.string(), z.string()).default({}),
  /** What was put into the folder for the time of the runs. */
  made: z.array(z.object({ path: z.string(), as: z.enum(['folder', 'file', 'commondir']) })),
})
export type GuardRecord = z.infer<typeof GuardRecord>

/** The folders in which commands run, on disk: a start after a crash looks at what they have left. */
export interface GuardRecords {
  write(record: GuardRecord): void
  /** Null: none runs there, and the last one ended in order. */
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

/** Best effort: without a record only what a crash leaves behind is not found. */
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
