import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from '../../../shared/schema.ts'
import { ConversationId } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { removeQuietly, writeAtomically } from '../data-folder/atomic-file.ts'
import { readRecord } from '../data-folder/regular-file.ts'
import { fileFault } from '../system/file-fault.ts'
import { makeFolder } from '../data-folder/make-folder.ts'

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
    /** True from the start of a merge until git has ended by itself. Absent in old records. */
    isMerging: z.boolean().optional(),
  })
  .readonly()
export type WorktreeRecord = z.infer<typeof WorktreeRecord>

/** One file per worktree, written before anything is created. */
export interface WorktreeRecords {
  /** Null if there is none. Fails if it cannot be read now; the error ends a sentence. */
  of(id: ConversationId): Result<WorktreeRecord | null, string>
  /** All that can be read. */
  all(): readonly WorktreeRecord[]
  /** The error ends a sentence. */
  write(record: WorktreeRecord): Result<null, string>
  remove(id: ConversationId): void
}

export function openWorktreeRecords(dataFolder: string): WorktreeRecords {
  const folder = join(dataFolder, 'worktrees')
  const records = new Map<ConversationId, WorktreeRecord>()
  /** The files that could not be read yet: each use tries again. From name to reason. */
  const unread = new Map<string, string>()
  /** Why the folder could not be listed yet: each use tries again. */
  let unlisted = list()

  function list(): string | null {
    try {
      makeFolder(folder)
      for (const name of readdirSync(folder)) read(name)
      return null
    } catch (error) {
      return fileFault(error)
    }
  }

  function read(name: string): void {
    const found = readRecord(join(folder, name), WorktreeRecord)
    if (!found.ok) {
      unread.set(name, found.error)
      return
    }
    unread.delete(name)
    if (found.value !== null) records.set(found.value.conversationId, found.value)
  }

  return {
    of(id) {
      if (unlisted !== null) unlisted = list()
      if (unlisted !== null) return failed(unlisted)
      const name = unread.size > 0 ? nameOf(id) : ''
      if (unread.has(name)) read(name)
      const why = unread.get(name)
      return why === undefined ? ok(records.get(id) ?? null) : failed(why)
    },
    all() {
      if (unlisted !== null) unlisted = list()
      for (const name of unread.keys()) read(name)
      return [...records.values()]
    },
    write(record) {
      const { conversationId } = record
      const path = join(folder, nameOf(conversationId))
      const written = writeAtomically(path, JSON.stringify(record), 0o600)
      if (written.ok) records.set(conversationId, record)
      return written
    },
    remove(id) {
      records.delete(id)
      removeQuietly(join(folder, nameOf(id)))
    },
  }
}

function nameOf(id: ConversationId): string {
  return `${createHash('sha256').update(id).digest('hex')}.json`
}
