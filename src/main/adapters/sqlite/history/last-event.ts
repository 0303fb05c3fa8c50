import type { Database } from 'better-sqlite3'
import type { EventRow } from './history-rows.ts'

type LastEvent = Pick<EventRow, 'seq' | 'type' | 'body'>

/** Must be exactly the conditions of the partial indexes. */
const TYPES = {
  sessions: `type IN ('sessionStarted', 'sessionEnded')`,
  sessionStarts: `type IN ('sessionStarted', 'sessionEnded') AND type = 'sessionStarted'`,
  turns: `type IN ('turnStarted', 'turnCompleted', 'turnInterrupted', 'turnFailed')`,
} as const

/** Finds the last log row of one of these types. */
export function prepareLastEvent(
  db: Database,
  types: keyof typeof TYPES,
): (conversationId: string) => LastEvent | undefined {
  const last = db.prepare<[string], LastEvent>(`
    SELECT seq, type, body FROM events
    WHERE conversation_id = ? AND ${TYPES[types]} ORDER BY seq DESC LIMIT 1`)
  return (id) => last.get(id)
}
