import Database from 'better-sqlite3'
import { migrate } from '../src/main/adapters/sqlite/migrate.ts'
import { type MessageRow, toMessage } from '../src/main/adapters/sqlite/rows.ts'
import { createSqliteStore } from '../src/main/adapters/sqlite/store.ts'
import type { Lifecycle } from '../src/main/core/lifecycle.ts'
import type { StoredEvent } from '../src/main/core/stored.ts'
import type { Log, LogRow } from '../src/main/runtime/ports.ts'
import type { ConversationId, EventId } from '../src/shared/ids.ts'
import type { Disk } from './disk.ts'
import { STORE_FAULTS } from './store-faults.ts'

interface EventRow {
  readonly id: string
  readonly at: number
  readonly kind: 'input' | 'lifecycle'
  readonly parent_id: string
  readonly body: string
}

let empty: Buffer | null = null

/** An image of a database with today's schema: migrating once is enough for all runs. */
function emptyImage(): Buffer {
  if (empty !== null) return empty
  const db = new Database(':memory:')
  const migrated = migrate(db)
  if (!migrated.ok) throw new Error(migrated.error)
  empty = db.serialize()
  db.close()
  return empty
}

/** The real SQL in memory. */
export function createSqliteDisk(log: Log): Disk {
  return over(emptyImage(), log)
}

function over(image: Buffer, log: Log): Disk {
  const db = new Database(image)
  db.pragma('foreign_keys = ON')
  const trap = new Trap()
  const store = createSqliteStore(trapped(db, trap), log)
  const rows = db.prepare<[string, number], EventRow>(
    'SELECT id, at, kind, parent_id, body FROM events WHERE conversation_id = ? AND seq > ? ORDER BY seq',
  )
  const message = db.prepare<[string], MessageRow>('SELECT * FROM messages WHERE id = ?')
  const history = db.prepare<[string], MessageRow>(
    'SELECT * FROM messages WHERE conversation_id = ? ORDER BY seq',
  )
  const one = db.prepare<[string], { seq: number; state: string; folder: string }>(
    'SELECT seq, state, folder FROM conversations WHERE id = ?',
  )
  const ids = db.prepare<[], { id: string }>('SELECT id FROM conversations ORDER BY id')
  return {
    store,
    failNext: (fault, statement) => trap.set(STORE_FAULTS[fault], statement),
    clearFault: () => trap.clear(),
    copy: (nextLog) => over(db.serialize(), nextLog),
    rows: (id, afterSeq) => rows.all(id, afterSeq).map(toLogRow),
    message: (id) => {
      const row = message.get(id)
      return row === undefined ? null : toMessage(row)
    },
    history: (id) => history.all(id).map(toMessage),
    seq: (id) => one.get(id)?.seq ?? 0,
    state: (id) => one.get(id)?.state ?? '',
    folder: (id) => one.get(id)?.folder ?? '',
    conversations: () => ids.all().map((row) => row.id as ConversationId),
    close: () => db.close(),
  }
}

/** The one way from a row of the log to what the runtime wrote. */
function toLogRow({ id, at, kind, parent_id, body }: EventRow): LogRow {
  const parsed: unknown = JSON.parse(body)
  return kind === 'input'
    ? { id, kind, at, event: parsed as StoredEvent }
    : { id, kind, at, parentEventId: parent_id as EventId, entry: parsed as Lifecycle }
}

/** Springs at a later statement of the next write: what was written before it must be rolled back. */
class Trap {
  private code: string | null = null
  private left = 0

  set(code: string, statement: number): void {
    this.code = code
    this.left = statement
  }

  clear(): void {
    this.code = null
  }

  pass(): void {
    if (this.code === null || this.left-- > 0) return
    const code = this.code
    this.code = null
    throw new Database.SqliteError(`a fault was ordered: ${code}`, code)
  }
}

/** The same database, but each writing statement first passes the trap. Reads go by. */
function trapped(db: Database.Database, trap: Trap): Database.Database {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'prepare') {
        return (sql: string) => {
          const statement = target.prepare(sql)
          if (statement.reader) return statement
          const run = statement.run.bind(statement)
          return Object.assign(statement, {
            run: (...values: unknown[]) => {
              trap.pass()
              return run(...values)
            },
          })
        }
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
