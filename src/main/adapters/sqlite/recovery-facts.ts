import type { Database } from 'better-sqlite3'
import type { ConversationState } from '../../../shared/conversation-state.ts'
import type { Unfinished } from '../../../shared/turn.ts'
import type { CallId, ConversationId, TurnId } from '../../../shared/ids.ts'
import type { OpenCall } from '../../core/event.ts'
import { callIdOf } from '../../../shared/call-id.ts'
import type { RecoveryFacts } from '../../runtime/ports.ts'
import { type MessageRow, toMessage } from './rows.ts'

/** A round has at most 64 calls of a few rows each: what is started for it stands among the newest rows. */
const NEWEST_ROWS = 1000

/** What a restart finds of a conversation: the turn without an end, what it rested in, calls without a result. */
export function prepareRecoveryFacts(
  db: Database,
): (id: ConversationId, state: ConversationState | null) => RecoveryFacts {
  const lastTurnRow = db.prepare<[string], { type: string; turn_id: string }>(`
    SELECT type, body ->> '$.turnId' AS turn_id FROM events
    WHERE conversation_id = ? AND type IN ('turnStarted', 'turnCompleted', 'turnInterrupted', 'turnFailed')
    ORDER BY seq DESC LIMIT 1`)
  const sinceLastReply = db.prepare<[{ id: string }], MessageRow>(`
    SELECT * FROM messages WHERE conversation_id = :id AND seq >= (
      SELECT max(seq) FROM messages WHERE conversation_id = :id AND content ->> '$.type' = 'agent'
    ) ORDER BY seq`)
  const startedCalls = db.prepare<[{ id: string; rows: number }], { call_id: string }>(`
    SELECT body ->> '$.callId' AS call_id FROM events
    WHERE conversation_id = :id AND type = 'toolStarted'
      AND seq > (SELECT seq FROM conversations WHERE id = :id) - :rows`)

  function openCalls(id: ConversationId): readonly OpenCall[] {
    const [reply, ...later] = sinceLastReply.all({ id }).map(toMessage)
    if (reply?.content.type !== 'agent') return []
    const answered = new Set(
      later.flatMap(({ content }) => (content.type === 'tool' ? [content.callId] : [])),
    )
    const started = new Set(startedCalls.all({ id, rows: NEWEST_ROWS }).map((row) => row.call_id))
    return reply.content.blocks
      .filter((block) => block.type === 'toolCall')
      .map((_, index): CallId => callIdOf(reply.id, index))
      .filter((callId) => !answered.has(callId))
      .map((callId) => ({ callId, started: started.has(callId) }))
  }

  return (id, state) => {
    const last = lastTurnRow.get(id)
    const openTurn = last?.type === 'turnStarted' ? (last.turn_id as TurnId) : null
    return { openTurn, rested: restedIn(state), openCalls: openCalls(id) }
  }
}

function restedIn(state: ConversationState | null): Unfinished | null {
  if (state?.type === 'error') return { turnId: state.turnId, cause: 'error' }
  return state?.type === 'idle' ? state.unfinished : null
}
