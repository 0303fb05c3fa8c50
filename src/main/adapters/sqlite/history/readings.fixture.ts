import type Database from 'better-sqlite3'
import type { Store } from '../../../runtime/ports/store.ts'
import { createHistoryLog } from '../history-log.ts'
import { opened } from '../temporary.fixture.ts'

/** Everything that the program, replay and diagnostics read of a history. */
export function readings(db: Database.Database, store: Store): object {
  const log = createHistoryLog(db)
  return log.conversations(null, 1_000).map(({ id }) => {
    const history = store.history(id)
    return {
      conversation: store.conversation(id),
      history,
      page: store.messages(id, { beforeSeq: 3, limit: 2 }),
      each: history.map((message) => store.message(message.id)),
      facts: store.recoveryFacts(id),
      rows: log.rows(id, 0, 1_000),
      logged: log.messages(id, 0, 1_000),
      end: log.end(id),
    }
  })
}

/** The same from a closed file. */
export function allReadings(file: string): object {
  const { db, store } = opened(file)
  const all = readings(db, store)
  db.close()
  return all
}
