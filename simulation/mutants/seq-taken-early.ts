import type { Database } from 'better-sqlite3'
import { prepareCommit as prepare } from '../../src/main/adapters/sqlite/commit.ts'
import type { SearchIndex } from '../../src/main/adapters/sqlite/search/search-index.ts'
import type { Commit, Committed } from '../../src/main/runtime/ports/history-store.ts'

/** PLANTED BUG: the sequence number is taken before the transaction, and a failed step does not return it. */
export function prepareCommit(
  db: Database,
  search: SearchIndex,
): (commit: Commit) => Committed | null {
  const commit = prepare(db, search)
  const take = db.prepare('UPDATE conversations SET seq = seq + ? WHERE id = ?')
  const giveBack = db.prepare('UPDATE conversations SET seq = seq - ? WHERE id = ?')
  return (step) => {
    take.run(step.rows.length, step.conversationId)
    const whole = db.transaction(() => {
      giveBack.run(step.rows.length, step.conversationId)
      return commit(step)
    })
    return whole()
  }
}
