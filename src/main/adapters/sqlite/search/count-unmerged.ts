import type { Database } from 'better-sqlite3'

/** Each part has its own rows; the query jumps from part to part without reading the rows between. */
const PARTS = `
  WITH RECURSIVE parts (id) AS (
    SELECT min(segid) FROM search_text_idx
    UNION ALL
    SELECT (SELECT min(segid) FROM search_text_idx WHERE segid > id) FROM parts WHERE id IS NOT NULL
  )
  SELECT count(id) FROM parts`

/** The number of parts of the index: each step adds one, and the search thread merges them. 0 if it cannot be read. */
export function countUnmerged(db: Database): number {
  try {
    return db.prepare<[], number>(PARTS).pluck().get() ?? 0
  } catch {
    return 0
  }
}
