import type { Database } from 'better-sqlite3'
import type { ConversationId } from '../../../shared/ids.ts'
import type { SearchIndex } from './search/search-index.ts'

export interface MarkTable {
  begin(id: ConversationId): void
  end(id: ConversationId): void
  begun(): readonly ConversationId[]
}

/**
 * Work on conversations that has begun and not ended. A recovery from an earlier start is what that start crashed in (T67); an
 * import, or a fork, is one that a kill ended.
 */
export function prepareMarks(db: Database, marks: 'recoveries' | 'unfinished_imports'): MarkTable {
  const insert = db.prepare(
    `INSERT INTO ${marks} (conversation_id) VALUES (?) ON CONFLICT DO NOTHING`,
  )
  const remove = db.prepare(`DELETE FROM ${marks} WHERE conversation_id = ?`)
  const select = db.prepare<[], { id: string }>(
    `SELECT conversation_id AS id FROM ${marks} ORDER BY id`,
  )
  return {
    begin: (id) => void insert.run(id),
    end: (id) => void remove.run(id),
    begun: () => select.all().map((row) => row.id as ConversationId),
  }
}

/** Imports and forks that are written in slices. */
export function preparePartlyWritten(
  db: Database,
  search: Pick<SearchIndex, 'wholeWritten'>,
): MarkTable {
  const marks = prepareMarks(db, 'unfinished_imports')
  const end = db.transaction((id: ConversationId) => {
    marks.end(id)
    search.wholeWritten(id)
  })
  return { ...marks, end: (id) => end.immediate(id) }
}
