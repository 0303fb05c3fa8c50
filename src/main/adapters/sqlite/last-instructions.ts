import type { Database } from 'better-sqlite3'
import type { ConversationId } from '../../../shared/ids.ts'
import { InstructionsFault, InstructionsInForce } from '../../../shared/conversation/turn.ts'
import { type EventRow, jsonIn } from './history/history-rows.ts'
import { prepareLastEvent } from './history/last-event.ts'
import type { Packed } from './history/packed.ts'

interface LastRead {
  readonly instructions: InstructionsInForce
  readonly instructionsFault: InstructionsFault | null
}

/**
 * The instructions when a conversation last read them: from the last change in its last session, or from that session's
 * beginning, which contains everything known before.
 */
export function prepareInstructions(db: Database): (id: ConversationId) => LastRead {
  const lastStart = prepareLastEvent(db, 'sessionStarts')
  const from = db.prepare<[string, number], EventRow>(`
    SELECT * FROM events
    WHERE conversation_id = ? AND seq >= ? AND type IN ('sessionStarted', 'settingsChanged')
    ORDER BY seq DESC`)
  return (id) => {
    const start = lastStart(id)
    let [found, fault]: unknown[] = []
    for (const { body, kind } of start === undefined ? [] : from.all(id, start.seq)) {
      if (kind !== 'lifecycle') continue
      const { instructions, instructionsFault } = contextIn(body)
      if (found === undefined) found = instructions
      if (fault === undefined) fault = instructionsFault
      if (found !== undefined && fault !== undefined) break
    }
    return {
      instructions: InstructionsInForce.catch(null).parse(found),
      // A fault of the disk is not kept: the next reading shows whether it has ended.
      instructionsFault: InstructionsFault.nullable().catch(null).parse(fault),
    }
  }
}

/** What the row says of the context. A broken row gives nothing. */
function contextIn(body: Packed): Readonly<Record<string, unknown>> {
  const entry = jsonIn(body)
  if (!isObject(entry)) return {}
  const source = entry['type'] === 'settingsChanged' ? entry['change'] : entry['context']
  return isObject(source) ? source : {}
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
