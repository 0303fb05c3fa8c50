import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { StorageSizes } from '../../../../shared/storage/storage-sizes.ts'
import { UNTITLED } from '../../../core/turn/title.ts'
import { sizeOf } from '../check-file.ts'
import { backupFolder } from './backup-files.ts'

/** How many conversations are listed. */
const NAMED = 50
/** The size of a row besides its text and its id: roughly its numbers and its index entries. */
const ROW = 32

/** Reads every leaf of the history, but no texts, which takes seconds for a large file. Throws SQLite's errors. */
export function measureSizes(file: string): StorageSizes {
  const folder = dirname(file)
  const inFolder = (name: string): number => bytesIn(join(folder, name))
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const number = (sql: string): number => Number(db.prepare(sql).pluck().get() ?? 0)
    return {
      database: (sizeOf(file) ?? 0) + (sizeOf(`${file}-wal`) ?? 0),
      index: number('SELECT sum(octet_length(block)) FROM search_text_data'),
      free: number(
        'SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size',
      ),
      unpacked: number(`
        SELECT (SELECT coalesce(sum(octet_length(content)), 0) FROM wide_messages)
          + (SELECT coalesce(sum(octet_length(body)), 0) FROM wide_events)`),
      files: inFolder('blobs') + bytesIn(`${join(dirname(folder), basename(folder))}-attached`),
      outputs: inFolder('outputs'),
      undo: inFolder('undo'),
      backups: bytesIn(backupFolder(folder)),
      ...conversationsIn(db),
    }
  } finally {
    db.close()
  }
}

interface SizeRow {
  readonly id: ConversationId
  readonly title: string | null
  readonly bytes: number
  readonly messages: number
}

function conversationsIn(db: Database.Database): Pick<StorageSizes, 'conversations' | 'others'> {
  const rows = db
    .prepare<[], SizeRow>(
      `
      WITH packed (key, bytes) AS (
        SELECT key, sum(octet_length(content) + octet_length(id) + ${ROW})
        FROM packed_messages NOT INDEXED GROUP BY key
        UNION ALL
        SELECT key, sum(octet_length(body) + octet_length(id) + ${ROW})
        FROM packed_events NOT INDEXED GROUP BY key
      ), parts (id, bytes) AS (
        SELECT conversation_id, bytes FROM packed JOIN history_keys USING (key)
        UNION ALL
        SELECT conversation_id, sum(octet_length(content) + octet_length(id) + ${ROW})
        FROM wide_messages GROUP BY conversation_id
        UNION ALL
        SELECT conversation_id, sum(octet_length(body) + octet_length(id) + ${ROW})
        FROM wide_events GROUP BY conversation_id
      ), roots (id, bytes) AS (
        SELECT coalesce(c.parent_id, c.id), sum(p.bytes)
        FROM parts p JOIN conversations c ON c.id = p.id GROUP BY 1
      )
      SELECT r.id, c.title, r.bytes, c.message_seq AS messages
      FROM roots r JOIN conversations c ON c.id = r.id ORDER BY r.bytes DESC, r.id`,
    )
    .all()
  const others = rows.slice(NAMED)
  return {
    conversations: rows.slice(0, NAMED).map((row) => ({ ...row, title: row.title ?? UNTITLED })),
    others: { count: others.length, bytes: others.reduce((sum, { bytes }) => sum + bytes, 0) },
  }
}

/** The size of all files in a folder, at any depth. A missing folder is empty. */
function bytesIn(folder: string): number {
  let bytes = 0
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0
    }
  } catch {
    // Missing, or unreadable.
  }
  return bytes
}
