import type { Database } from 'better-sqlite3'
import type { ConversationState } from '../../../../shared/conversation/conversation-state.ts'
import type { SearchedState } from '../../../../shared/search/search.ts'

type SearchedStatus = Exclude<SearchedState, 'archived'>

/** As in `activityOf`, but ignoring questions. */
const SEARCHED_STATUS: Readonly<Record<ConversationState['type'], SearchedStatus>> = {
  idle: 'resting',
  awaitingLlm: 'running',
  llmRequesting: 'running',
  awaitingApproval: 'needsYou',
  awaitingAnswer: 'needsYou',
  toolExecuting: 'running',
  awaitingSubAgents: 'running',
  cancelling: 'running',
  contextExhausted: 'needsYou',
  error: 'needsYou',
  failed: 'needsYou',
  completed: 'resting',
}

interface StateRow {
  /** Null if it cannot be read. */
  readonly type: string | null
  /** Non-zero if a sub-agent asks, or the turn asks for more time. */
  readonly asks: number
  readonly is_archived: number
}

/** Checks whether a conversation's stored state matches the filter. Null matches every state. */
export function prepareStateFilter(
  db: Database,
): (id: string, wanted: SearchedState | null) => boolean {
  const stateOf = db.prepare<[string], StateRow>(`
    SELECT CASE WHEN json_valid(state) THEN state ->> '$.type' END AS type,
      CASE WHEN json_valid(state) THEN
        coalesce(state ->> '$.turn.clock.stage', state ->> '$.then.turn.clock.stage') IS 'grace'
        OR EXISTS (
          SELECT 1 FROM json_each(state, '$.children') WHERE value ->> '$.phase.type' = 'asking')
      ELSE 0 END AS asks,
      is_archived
    FROM conversations WHERE id = ?`)
  return (id, wanted) => {
    if (wanted === null) return true
    const row = stateOf.get(id)
    return wanted === 'archived' ? row?.is_archived === 1 : searchedStatusOf(row) === wanted
  }
}

function searchedStatusOf(row: StateRow | undefined): SearchedStatus {
  if (row === undefined || row.type === null || !isKnown(row.type)) return 'resting'
  return row.asks === 1 ? 'needsYou' : SEARCHED_STATUS[row.type]
}

function isKnown(type: string): type is ConversationState['type'] {
  return Object.hasOwn(SEARCHED_STATUS, type)
}
