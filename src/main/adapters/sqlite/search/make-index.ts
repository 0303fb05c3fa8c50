import type { Database } from 'better-sqlite3'
import { SEARCH_SEED, SEARCH_TABLES } from '../migrations/014-search.ts'

const INDEX = 'search_text'
/** The tables in which SQLite keeps the index. */
export const INDEX_PARTS = ['data', 'idx', 'docsize', 'config'].map((part) => `${INDEX}_${part}`)
const TABLES = [INDEX, ...INDEX_PARTS, 'search_conversations', 'search_rewinds', 'search_state']

/** True if a table can be rebuilt from the history. */
export function isOfSearch(table: string): boolean {
  return table.startsWith('search_')
}

/** Rebuilds an index that lacks a part or cannot be opened: empty, with everything still to be indexed. */
export function ensureIndex(db: Database): void {
  if (!isWhole(db)) rebuild(db)
}

function isWhole(db: Database): boolean {
  const names = new Set(
    db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all(),
  )
  if (!TABLES.every((name) => names.has(name))) return false
  try {
    db.prepare(`SELECT rowid FROM ${INDEX} LIMIT 0`).all()
    return db.prepare('SELECT count(*) FROM search_state').pluck().get() === 1
  } catch {
    return false
  }
}

/** Drops whatever exists of the index and creates an empty one, completely or not at all. */
export function rebuild(db: Database): void {
  // Ordinary statements cannot change the parts of an index.
  db.unsafeMode(true)
  try {
    db.transaction(() => {
      drop(db)
      db.exec(SEARCH_TABLES + SEARCH_SEED)
      // They follow when all of them is written.
      db.exec(
        'UPDATE search_conversations SET todo = 0 WHERE conversation_id IN (SELECT conversation_id FROM unfinished_imports)',
      )
    }).immediate()
  } finally {
    db.unsafeMode(false)
  }
}

function drop(db: Database): void {
  try {
    db.transaction(() => db.exec(`DROP TABLE IF EXISTS ${INDEX}`))()
  } catch {
    // It cannot even be opened. It has no pages of its own, only its row in the schema.
    db.pragma('writable_schema = ON')
    db.prepare("DELETE FROM sqlite_schema WHERE type = 'table' AND name = ?").run(INDEX)
    db.pragma('writable_schema = RESET')
  }
  for (const table of TABLES.filter((name) => name !== INDEX))
    db.exec(`DROP TABLE IF EXISTS ${table}`)
}
