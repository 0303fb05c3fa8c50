import type { Database } from 'better-sqlite3'
import type { ConversationId } from '../../../shared/ids.ts'

export interface RecoveryTable {
  begin(id: ConversationId): void
  end(id: ConversationId): void
  begun(): readonly ConversationId[]
}

/** Recoveries that have begun and not ended: one from an earlier start is what that start crashed in (T67). */
export function prepareRecoveries(db: Database): RecoveryTable {
  const insert = db.prepare(
    'INSERT INTO recoveries (conversation_id) VALUES (?) ON CONFLICT DO NOTHING',
  )
  const remove = db.prepare('DELETE FROM recoveries WHERE conversation_id = ?')
  const select = db.prepare<[], { id: string }>(
    'SELECT conversation_id AS id FROM recoveries ORDER BY id',
  )
  return {
    begin: (id) => void insert.run(id),
    end: (id) => void remove.run(id),
    begun: () => select.all().map((row) => row.id as ConversationId),
  }
}
