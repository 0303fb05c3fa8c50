import type { Database } from 'better-sqlite3'
import type { ConversationId } from '../../../shared/ids.ts'
import { InstructionsInForce } from '../../../shared/turn.ts'
import { parsed } from './rows.ts'

/**
 * What a folder said when a conversation last read it: by the last change in its last session, else by that session's
 * beginning, which brought all that was known before.
 */
export function prepareInstructions(db: Database): (id: ConversationId) => InstructionsInForce {
  const last = db.prepare<{ id: string }, { found: string | null }>(`
    SELECT coalesce(${jsonAt('$.change.instructions')}, ${jsonAt('$.context.instructions')}) AS found
    FROM events
    WHERE conversation_id = :id AND kind = 'lifecycle'
      AND seq >= (
        SELECT max(seq) FROM events
        WHERE conversation_id = :id AND type IN ('sessionStarted', 'sessionEnded')
          AND type = 'sessionStarted')
      AND (type = 'sessionStarted'
        OR type = 'settingsChanged' AND ${jsonAt('$.change.instructions')} IS NOT NULL)
    ORDER BY seq DESC LIMIT 1`)
  return (id) => {
    const found = last.get({ id })?.found ?? null
    return found === null ? null : InstructionsInForce.catch(null).parse(parsed(found))
  }
}

/** Of a row that somebody broke there is nothing. */
function jsonAt(path: string): string {
  return `CASE WHEN json_valid(body) THEN body -> '${path}' END`
}
