import type { Database } from 'better-sqlite3'
import type { ConversationId } from '../../../shared/ids.ts'
import { DRAFT_BEGINNING, type UnsentDraft } from '../../../shared/protocol/list-commands.ts'
import { type DraftRow, toDraft } from './rows.ts'

/** Messages that were begun in conversations in which nothing was said yet, the newest conversations first. */
export function prepareUnsentDrafts(db: Database): () => readonly UnsentDraft[] {
  const unsent = db.prepare<[], DraftRow & { readonly id: string; readonly folder: string }>(`
    SELECT id, folder, text, attachments, caret
    FROM drafts CROSS JOIN conversations ON id = conversation_id
    WHERE message_seq = 0 AND parent_id IS NULL
    ORDER BY created_at DESC, id`)
  return () =>
    unsent.all().flatMap(({ id, folder, ...row }) => {
      const { text, attachments } = toDraft(row)
      if (text === '' && attachments.length === 0) return []
      const conversationId = id as ConversationId
      const beginning = text.slice(0, DRAFT_BEGINNING)
      return [{ conversationId, folder, beginning, files: attachments.length }]
    })
}
