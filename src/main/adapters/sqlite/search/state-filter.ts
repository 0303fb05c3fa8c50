import type { Database } from 'better-sqlite3'
import { assertNever } from '../../../../shared/assert-never.ts'
import { type Activity, activityOf } from '../../../../shared/conversation.ts'
import type { SearchedState } from '../../../../shared/search.ts'
import { toState } from '../rows.ts'

/** Whether a conversation is, by what is stored of it, in the state that is looked for. Null: every one is. */
export function prepareStateFilter(
  db: Database,
): (id: string, wanted: SearchedState | null) => boolean {
  const typeOf = db
    .prepare<[string], string | null>(
      "SELECT CASE WHEN json_valid(state) THEN state ->> '$.type' END FROM conversations WHERE id = ?",
    )
    .pluck()
  const stateOf = db
    .prepare<[string], string>('SELECT state FROM conversations WHERE id = ?')
    .pluck()

  function standingOf(id: string): SearchedState {
    // Nearly all are: only of the others the whole state is read.
    if (typeOf.get(id) === 'idle') return 'resting'
    const state = toState(stateOf.get(id) ?? '', () => null)
    return state === null ? 'resting' : standingWith(activityOf(state))
  }

  return (id, wanted) => wanted === null || standingOf(id) === wanted
}

function standingWith(activity: Activity): SearchedState {
  switch (activity) {
    case 'asking':
    case 'contextFull':
    case 'failed':
      return 'needsYou'
    case 'waiting':
    case 'answering':
    case 'compacting':
    case 'runningTool':
    case 'delegating':
    case 'retrying':
    case 'stopping':
      return 'running'
    case 'idle':
    case 'unfinished':
    case 'done':
    case 'setAside':
      return 'resting'
    default:
      return assertNever(activity)
  }
}
