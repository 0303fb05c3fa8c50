import type { Database } from 'better-sqlite3'
import type { ConversationId } from '../../../shared/ids.ts'
import { InstructionsInForce } from '../../../shared/conversation/turn.ts'
import { type EventRow, jsonIn } from './history/history-rows.ts'
import { prepareLastEvent } from './history/last-event.ts'
import type { Packed } from './history/packed.ts'

/**
 * The instructions when a conversation last read them: from the last change in its last session, or from that session's
 * beginning, which contains everything known before.
 */
export function prepareInstructions(db: Database): (id: ConversationId) => InstructionsInForce {
  const lastStart = prepareLastEvent(db, 'sessionStarts')
  const from = db.prepare<[string, number], EventRow>(`
    SELECT * FROM events
    WHERE conversation_id = ? AND seq >= ? AND type IN ('sessionStarted', 'settingsChanged')
    ORDER BY seq DESC`)
  return (id) => {
    const start = lastStart(id)
    if (start === undefined) return null
    for (const { body, kind } of from.all(id, start.seq)) {
      if (kind !== 'lifecycle') continue
      const found = instructionsIn(body)
      if (found !== undefined) return InstructionsInForce.catch(null).parse(found)
    }
    return null
  }
}

/** Undefined if the row does not mention them. A broken row gives nothing. */
function instructionsIn(body: Packed): unknown {
  const entry = jsonIn(body)
  if (!isObject(entry)) return undefined
  const source = entry['type'] === 'settingsChanged' ? entry['change'] : entry['context']
  return isObject(source) ? source['instructions'] : undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
