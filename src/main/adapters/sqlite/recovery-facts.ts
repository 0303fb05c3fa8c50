import type { Database } from 'better-sqlite3'
import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { AgentId, CallId, ConversationId, MessageId } from '../../../shared/ids.ts'
import type { MessageContent } from '../../../shared/messages/message.ts'
import { submittedResult } from '../../runtime/conversation/record/submitted-result.ts'
import { type FoundChild, openCallsOf } from '../../runtime/conversation/record/open-calls.ts'
import { openTurnIn, restedIn } from '../../runtime/conversation/record/open-turn.ts'
import type { RecoveryFacts } from '../../runtime/ports/recovery-store.ts'
import { jsonIn, type MessageRow } from './history/history-rows.ts'
import { prepareLastEvent } from './history/last-event.ts'
import { callIn } from './history/read-text.ts'
import type { Packed } from './history/packed.ts'
import { parsed, toMessage, toState } from './rows.ts'

/** A round has at most 64 calls of a few rows each, so its starts are among the newest rows. */
const NEWEST_ROWS = 1000

/**
 * The facts about a conversation that a restart needs: the turn without an end, the state in which it rested, calls without
 * a result.
 */
export function prepareRecoveryFacts(
  db: Database,
  contentOf: (id: MessageId) => MessageContent | null,
): (id: ConversationId) => RecoveryFacts {
  const stateOf = db.prepare<[string], { state: string }>(
    'SELECT state FROM conversations WHERE id = ?',
  )
  const lastTurnRow = prepareLastEvent(db, 'turns')
  const sinceLastReply = db.prepare<[{ id: string }], MessageRow>(`
    SELECT * FROM messages WHERE conversation_id = :id AND seq >= (
      SELECT seq FROM messages WHERE conversation_id = :id AND type = 'agent' ORDER BY seq DESC LIMIT 1
    ) ORDER BY seq`)
  const startedCalls = db.prepare<[{ id: string; rows: number }], { body: Packed }>(`
    SELECT body FROM events
    WHERE conversation_id = :id AND type = 'toolStarted'
      AND seq > (SELECT seq FROM conversations WHERE id = :id) - :rows`)
  const children = db.prepare<[string, string], { id: string; task: string; state: string }>(`
    SELECT id, task, state FROM conversations
    WHERE parent_id = ? AND parent_call_id = ? ORDER BY parent_index`)

  const read = (state: string): ConversationState | null => toState(state, contentOf)

  function childrenOf(id: ConversationId, callId: CallId): readonly FoundChild[] {
    return children.all(id, callId).map(({ task, ...row }) => {
      return { agentId: row.id as AgentId, task, ...submittedResult(read(row.state), contentOf) }
    })
  }

  return (id) => {
    const state = stateOf.get(id)?.state ?? ''
    return {
      openTurn: openTurnIn(jsonIn(lastTurnRow(id)?.body ?? '')),
      rested: restedIn(parsed(state)),
      openCalls: openCallsOf({
        messages: sinceLastReply.all({ id }).map(toMessage),
        started: new Set(
          startedCalls.all({ id, rows: NEWEST_ROWS }).flatMap(({ body }) => callIn(body) ?? []),
        ),
        state: read(state),
        childrenOf: (callId) => childrenOf(id, callId),
      }),
    }
  }
}
