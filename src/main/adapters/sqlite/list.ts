import type { Database } from 'better-sqlite3'
import { IDLE } from '../../../shared/conversation/conversation-state.ts'
import { storeState } from '../../core/log/stored-state.ts'
import type { ConversationStore } from '../../runtime/ports/conversation-store.ts'
import { SUMMARY_COLUMNS, type SummaryRow, toSummaries } from './rows.ts'

/** Reads the list, or parts of it: reading all of 10,000 rows for the first time holds the thread for 100 ms. */
export function prepareList(
  db: Database,
): Pick<ConversationStore, 'list' | 'listAfter' | 'listSome'> {
  const select = `SELECT ${SUMMARY_COLUMNS} FROM conversations WHERE parent_id IS NULL`
  const byChange = 'ORDER BY updated_at DESC, id'
  const all = db.prepare<[], SummaryRow>(`${select} ${byChange}`)
  // Most rest in the same state. The others are few, and what they mean for the list is not for SQL to know.
  const some = db.prepare<[{ newest: number; ids: string; idle: string }], SummaryRow>(`
    WITH named AS (SELECT value AS id FROM json_each(:ids))
    ${select} AND (
      pinned_at IS NOT NULL OR list_rank IS NOT NULL OR is_unread = 1 OR state <> :idle
      OR id IN (SELECT id FROM named) OR forked_from IN (SELECT id FROM named)
      OR id IN (SELECT forked_from FROM conversations WHERE id IN (SELECT id FROM named))
      OR id IN (
        SELECT id FROM conversations WHERE parent_id IS NULL AND message_seq > 0 AND is_archived = 0
        ORDER BY created_at DESC LIMIT :newest)
    ) ${byChange}`)
  const after = db.prepare<[string, number], SummaryRow>(`${select} AND id > ? ORDER BY id LIMIT ?`)
  const idle = JSON.stringify(storeState(IDLE))
  return {
    list: () => toSummaries(all.all()),
    listSome: (newest, ids) =>
      toSummaries(some.all({ newest, ids: JSON.stringify([...ids]), idle })),
    listAfter: (id, count) => toSummaries(after.all(id ?? '', count)),
  }
}
