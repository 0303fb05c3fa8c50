import type { Database } from 'better-sqlite3'
import type { ShellText } from './searchable-texts.ts'
import { type IndexedTexts, indexableShell, SHELLS_FROM } from './search-index.ts'

interface Row {
  readonly rowid: number
  readonly id: string
  /** The key of its conversation; null if the index does not know it. */
  readonly key: number | null
  readonly isRunning: number
  /** Its number within its conversation. */
  readonly place: number
}

/** Commands per slice. Each is at most 32 KB. */
const AT_ONCE = 20

/**
 * Indexes commands that users ran themselves once they have ended, because then the row never changes. The index itself
 * shows which are indexed, so missing ones are found after a kill, and in a rebuilt index. Returns whether there was
 * something to do.
 */
export function prepareShellFill(db: Database, texts: IndexedTexts): () => boolean {
  const rows = `
    SELECT s.rowid, s.id, k.key, s.phase = '{"type":"running"}' AS isRunning,
      (SELECT count(*) FROM shell_commands b
        WHERE b.conversation_id = s.conversation_id AND b.rowid <= s.rowid) AS place
    FROM shell_commands s LEFT JOIN search_conversations k ON k.conversation_id = s.conversation_id`
  const rowsAfter = db.prepare<[number, number], Row>(
    `${rows} WHERE s.rowid > ? ORDER BY s.rowid LIMIT ?`,
  )
  const one = db.prepare<[string], Row>(`${rows} WHERE s.id = ?`)
  const idAt = db.prepare<[number], string>('SELECT id FROM shell_commands WHERE rowid = ?').pluck()
  const textOf = db.prepare<[string], ShellText>(
    'SELECT id, command, output FROM shell_commands WHERE id = ?',
  )
  const isIndexed = db
    .prepare<[number, number], number>('SELECT 1 FROM search_text_docsize WHERE id = (? << 24) + ?')
    .pluck()
  /** All rows up to here have been checked. */
  let reached = { rowid: 0, id: '' }
  /** Checked commands that were still running then. */
  const open = new Set<string>()

  function take({ id, key, place }: Row): void {
    if (key === null || isIndexed.get(key, SHELLS_FROM + place) === 1) return
    db.transaction(() => {
      // Its conversation may have been deleted meanwhile.
      const text = textOf.get(id)
      if (text === undefined) return
      for (const each of indexableShell(text, place)) texts.write(key, each)
    }).immediate()
  }

  /** Indexes the commands that have ended; returns whether there were any. */
  function takeEnded(): boolean {
    let hasEnded = false
    for (const id of open) {
      const row = one.get(id)
      if (row?.isRunning === 1) continue
      if (row !== undefined) take(row)
      open.delete(id)
      hasEnded = true
    }
    return hasEnded
  }

  return () => {
    // SQLite reuses the rowid of a deleted row.
    if (reached.rowid > 0 && idAt.get(reached.rowid) !== reached.id) reached = { rowid: 0, id: '' }
    const hasEnded = takeEnded()
    const page = rowsAfter.all(reached.rowid, AT_ONCE)
    for (const row of page) {
      if (row.isRunning === 1) open.add(row.id)
      else take(row)
      reached = row
    }
    return hasEnded || page.length > 0
  }
}
