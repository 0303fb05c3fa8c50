import Database from 'better-sqlite3'
import { createHistoryLog } from '../../src/main/adapters/sqlite/history-log.ts'
import { migrate } from '../../src/main/adapters/sqlite/migrate.ts'
import type { MessageRow } from '../../src/main/adapters/sqlite/history/history-rows.ts'
import { type Packed, unpackText } from '../../src/main/adapters/sqlite/history/packed.ts'
import { toMessage } from '../../src/main/adapters/sqlite/rows.ts'
import { createSqliteStore } from '../../src/main/adapters/sqlite/store.ts'
import type { DiskFault } from '../../src/main/core/machine/store-fault.ts'
import type { Log } from '../../src/main/runtime/ports/ports.ts'
import type { ConversationId, MessageId } from '../../src/shared/ids.ts'
import type { Disk } from './disk.ts'
import { STORE_FAULTS } from '../faults/store-faults.ts'

let empty: Buffer | null = null

/** An image of a database with the current schema: all runs share one migration. */
function emptyImage(): Buffer {
  if (empty !== null) return empty
  const db = new Database(':memory:')
  const migrated = migrate(db)
  if (!migrated.ok) throw new Error(migrated.error)
  empty = db.serialize()
  db.close()
  return empty
}

/** The real SQL in memory. `onLost`: called when the connection must be replaced. */
export function createSqliteDisk(log: Log, onLost: () => void): Disk {
  return over(emptyImage(), log, onLost)
}

function over(image: Buffer, log: Log, onLost: () => void): Disk {
  const db = new Database(image)
  db.pragma('foreign_keys = ON')
  const trap = new Trap()
  const guarded = trapped(db, trap)
  const onFault = (_fault: DiskFault, isLost: boolean): void => void (isLost && onLost())
  const store = createSqliteStore(guarded, log, { onFault })
  const messages = guarded.prepare<[string, number], MessageRow>(
    'SELECT * FROM messages WHERE conversation_id = ? AND seq > ? ORDER BY seq',
  )
  const messageIds = guarded.prepare<[string], { id: string }>(
    'SELECT id FROM messages WHERE conversation_id = ?',
  )
  const one = guarded.prepare<[string], { seq: number; state: string; folder: string }>(
    'SELECT seq, state, folder FROM conversations WHERE id = ?',
  )
  const ids = guarded.prepare<[], { id: string }>('SELECT id FROM conversations ORDER BY id')
  const disk: Disk = {
    store,
    failNext: (fault, statement) => trap.set(STORE_FAULTS[fault], statement),
    clearFault: () => trap.clear(),
    copy: (nextLog) => over(db.serialize(), nextLog, onLost),
    // The store's own transactions become savepoints in this one.
    trial: (run) => {
      db.exec('BEGIN')
      try {
        return run(disk)
      } finally {
        db.exec('ROLLBACK')
      }
    },
    log: createHistoryLog(guarded),
    messages: (id, afterSeq) => messages.all(id, afterSeq).map(toMessage),
    messageIds: (id) => messageIds.all(id).map((row) => row.id as MessageId),
    seq: (id) => one.get(id)?.seq ?? 0,
    state: (id) => one.get(id)?.state ?? '',
    folder: (id) => one.get(id)?.folder ?? '',
    conversations: () => ids.all().map((row) => row.id as ConversationId),
    holds: (words) =>
      db.serialize().includes(words) || packedTexts(db).some((text) => text.includes(words)),
    close: () => db.close(),
  }
  return disk
}

/** Texts that the file contains only in packed form. */
function packedTexts(db: Database.Database): readonly string[] {
  const packed = db
    .prepare<[], Packed>(
      'SELECT content FROM packed_messages UNION ALL SELECT body FROM packed_events',
    )
    .pluck()
  return packed.all().map((text) => unpackText(text))
}

/** Fails a later statement of the next write: everything written before it must be rolled back. */
class Trap {
  #code: string | null = null
  #left = 0
  #hasFailed = false

  set(code: string, statement: number): void {
    this.#code = code
    this.#left = statement
  }

  /** Returns whether a statement failed. */
  clear(): boolean {
    const hasFailed = this.#hasFailed
    this.#code = null
    this.#hasFailed = false
    return hasFailed
  }

  pass(): void {
    if (this.#code === null || this.#left-- > 0) return
    const code = this.#code
    this.#code = null
    this.#hasFailed = true
    throw new Database.SqliteError(`a fault was ordered: ${code}`, code)
  }
}

/**
 * The same database, but each writing statement first passes the trap; reads do not. Statements are prepared on first
 * use: a life uses few of them, and there are thousands of lives.
 */
function trapped(db: Database.Database, trap: Trap): Database.Database {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => lazily(() => target.prepare(sql), trap)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** The part of a statement that the adapters use. */
interface Used extends Pick<Database.Statement, 'run' | 'get' | 'all'> {
  pluck(): Used
}

function lazily(prepare: () => Database.Statement, trap: Trap): Used {
  let prepared: Database.Statement | null = null
  const statement = (): Database.Statement => (prepared ??= prepare())
  const used: Used = {
    run: (...values) => {
      trap.pass()
      return statement().run(...values)
    },
    get: (...values) => statement().get(...values),
    all: (...values) => statement().all(...values),
    pluck: () => {
      statement().pluck()
      return used
    },
  }
  return used
}
