import type { Database } from 'better-sqlite3'
import { MOST_INDEXED } from './searchable-texts.ts'
import { SHELLS_FROM } from './search-index.ts'

/** Finds the messages and commands of one conversation whose texts may be indexed only in part, newest first. */
export function prepareLongEntries(db: Database): (conversationId: string) => readonly number[] {
  const shells = db
    .prepare<[string, number], number>(
      `SELECT place FROM (
         SELECT row_number() OVER (ORDER BY rowid) AS place,
           octet_length(command) + octet_length(output) AS bytes
         FROM shell_commands WHERE conversation_id = ?)
       WHERE bytes > ? ORDER BY place DESC`,
    )
    .pluck()
  const messages = db
    .prepare<[string, number], number>(
      `SELECT seq FROM messages
       WHERE conversation_id = ? AND type IN ('user', 'agent', 'tool', 'subAgent') AND bytes > ?
       ORDER BY seq DESC`,
    )
    .pluck()
  // A text has at least as many bytes as UTF-16 units.
  return (id) => [
    ...shells.all(id, MOST_INDEXED).map((place) => SHELLS_FROM + place),
    ...messages.all(id, MOST_INDEXED),
  ]
}
