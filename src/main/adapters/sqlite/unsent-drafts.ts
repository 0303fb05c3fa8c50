import type { Database } from 'better-sqlite3'
import type { ConversationId } from '../../../shared/ids.ts'
import { DRAFT_BEGINNING } from '../../../shared/protocol/list-commands.ts'
import type { ConversationStore } from '../../runtime/ports/conversation-store.ts'
import { type DraftRow, toDraft } from './rows.ts'

/** Conversations without any message yet, newest first: with an unsent draft, and without. */
export function prepareUnsentDrafts(
  db: Database,
): Pick<ConversationStore, 'unsentDrafts' | 'emptyIn'> {
  const unsent = db.prepare<[], DraftRow & { readonly id: string; readonly folder: string }>(`
    SELECT id, folder, text, attachments, caret
    FROM drafts CROSS JOIN conversations ON id = conversation_id
    WHERE message_seq = 0 AND parent_id IS NULL
    ORDER BY created_at DESC, id`)
  const inFolder = db.prepare<[string], { readonly id: ConversationId }>(`
    SELECT id FROM conversations WHERE folder = ? AND message_seq = 0 AND parent_id IS NULL
    ORDER BY created_at DESC, id`)
  const unsentDrafts: ConversationStore['unsentDrafts'] = () =>
    unsent.all().flatMap(({ id, folder, ...row }) => {
      const { text, attachments } = toDraft(row)
      if (text === '' && attachments.length === 0) return []
      const conversationId = id as ConversationId
      const beginning = text.slice(0, DRAFT_BEGINNING)
      return [{ conversationId, folder, beginning, files: attachments.length }]
    })
  return {
    unsentDrafts,
    emptyIn: (folder) => {
      const written = new Set(unsentDrafts().map(({ conversationId }) => conversationId))
      return inFolder.all(folder).flatMap(({ id }) => (written.has(id) ? [] : [id]))
    },
  }
}
