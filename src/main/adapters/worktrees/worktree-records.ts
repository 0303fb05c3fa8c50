import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import { removeQuietly, writeAtomically } from '../data-folder/atomic-file.ts'
import { readRegular } from '../data-folder/regular-file.ts'

export const WorktreeRecord = z
  .object({
    conversationId: ConversationId,
    /** The work tree that it was made from. */
    repository: z.string(),
    /** The `.git` folder of the repository. */
    common: z.string(),
    path: z.string(),
    /** The path from its top to the folder where the conversation works; empty: the top. */
    prefix: z.string(),
    branch: z.string(),
    baseBranch: z.string().nullable(),
    /** The commit that it started from. */
    base: z.string(),
    /** `making`: no conversation works in it yet. */
    phase: z.enum(['making', 'ready']),
    /** The folder's device, inode number and birth time, because numbers are reused; null if it is not created yet. */
    inode: z.string().nullable(),
  })
  .readonly()
export type WorktreeRecord = z.infer<typeof WorktreeRecord>

/** One file per worktree, written before anything is created. */
export interface WorktreeRecords {
  of(id: ConversationId): WorktreeRecord | null
  all(): readonly WorktreeRecord[]
  /** The error ends a sentence. */
  write(record: WorktreeRecord): Result<null, string>
  remove(id: ConversationId): void
}

export function openWorktreeRecords(dataFolder: string): WorktreeRecords {
  const folder = join(dataFolder, 'worktrees')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fileOf = (id: ConversationId): string =>
    join(folder, `${createHash('sha256').update(id).digest('hex')}.json`)
  const read = readdirSync(folder).flatMap((name) => readRecord(join(folder, name)) ?? [])
  const records = new Map(read.map((record) => [record.conversationId, record]))
  return {
    of: (id) => records.get(id) ?? null,
    all: () => [...records.values()],
    write(record) {
      const { conversationId } = record
      const written = writeAtomically(fileOf(conversationId), JSON.stringify(record), 0o600)
      if (written.ok) records.set(conversationId, record)
      return written
    },
    remove(id) {
      records.delete(id)
      removeQuietly(fileOf(id))
    },
  }
}

function readRecord(path: string): WorktreeRecord | null {
  try {
    return WorktreeRecord.parse(JSON.parse(readRegular(path).toString()))
  } catch {
    return null
  }
}
