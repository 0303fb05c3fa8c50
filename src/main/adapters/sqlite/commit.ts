import type { Database } from 'better-sqlite3'
import type { Message } from '../../../shared/messages/message.ts'
import { IDLE } from '../../../shared/conversation/conversation-state.ts'
import { storeState } from '../../core/log/stored-state.ts'
import type { Commit, Committed, LogRow } from '../../runtime/ports/history-store.ts'
import { prepareRules } from './folder-rules.ts'
import { prepareHistoryRows } from './history/history-rows.ts'
import { LAST_SEQS } from './history/last-seq.ts'
import type { SearchIndex } from './search/search-index.ts'

/**
 * Writes one step in a transaction, completely or not at all: log rows, messages, sub-agents, state, rules, sent and held
 * messages, and the search index. Sequence numbers are read and assigned inside it, so a failed step uses none. Returns
 * null, and writes nothing, if the conversation has rows that the writer does not know (R29). Throws SQLite's errors.
 */
export function prepareCommit(
  db: Database,
  search: SearchIndex,
): (commit: Commit) => Committed | null {
  const readSeqs = db.prepare<[string], { seq: number; message_seq: number; folder: string }>(
    `SELECT ${LAST_SEQS}, folder FROM conversations WHERE id = ?`,
  )
  const history = prepareHistoryRows(db)
  const rules = prepareRules(db)
  const update = db.prepare(
    'UPDATE conversations SET state = ?, seq = ?, message_seq = ?, updated_at = ?, title = coalesce(title, ?), folder = coalesce(?, folder), is_archived = is_archived AND NOT ? WHERE id = ?',
  )
  const clearDraft = db.prepare('DELETE FROM drafts WHERE conversation_id = ?')

  const removeWaiting = db.prepare(
    'DELETE FROM waiting_messages WHERE conversation_id = ? AND id = ?',
  )
  const holdWaiting = db.prepare(
    `UPDATE waiting_messages SET "when" = 'held' WHERE conversation_id = ?`,
  )
  const insertChild = db.prepare(`
    INSERT INTO conversations (id, folder, created_at, updated_at, state, parent_id, parent_call_id,
      parent_index, task, agent_kind, permission_mode, network, web_search, system_prompt,
      model, fallback_model, effort, keep_trying)
    SELECT :id, folder, :at, :at, :state, id, :callId, :index, :task, :kind, permission_mode, network,
      web_search, system_prompt, coalesce(:model, model), fallback_model, effort, keep_trying
    FROM conversations WHERE id = :parent`)
  const idle = JSON.stringify(storeState(IDLE))

  const transaction = db.transaction((commit: Commit): Committed | null => {
    const id = commit.conversationId
    const found = readSeqs.get(id)
    if (found === undefined) throw new Error(`no conversation ${id}`)
    if (found.seq !== commit.after) return null
    let { seq } = found
    for (const row of commit.rows) {
      history.addEvent(id, { seq: ++seq, id: row.id, at: row.at, kind: row.kind, ...bodyOf(row) })
    }
    const messages = commit.messages.map((message, index): Message => {
      const placed = { ...message, seq: found.message_seq + index + 1 }
      const { content } = placed
      history.addMessage(id, { ...placed, type: content.type, content: JSON.stringify(content) })
      return placed
    })
    const state = JSON.stringify(storeState(commit.state))
    update.run(
      state,
      seq,
      found.message_seq + messages.length,
      commit.at,
      commit.title,
      commit.folder,
      Number(commit.unarchives),
      id,
    )
    for (const { agentId, ...child } of commit.children) {
      insertChild.run({ ...child, id: agentId, parent: id, at: commit.at, state: idle })
      search.add(agentId)
    }
    for (const rule of commit.rules) rules.save(commit.folder ?? found.folder, rule)
    if (commit.clearsDraft) clearDraft.run(id)
    for (const sent of commit.delivered) removeWaiting.run(id, sent)
    if (commit.holdsWaiting) holdWaiting.run(id)
    if (commit.title !== null) search.titleChanged(id)
    search.messagesAdded(id, messages)
    return { after: found.seq, seq, messages }
  })
  return (commit) => transaction.immediate(commit)
}

function bodyOf(row: LogRow): { type: string; parentId: string | null; body: string } {
  if (row.kind === 'input') {
    return { type: row.event.input.type, parentId: null, body: JSON.stringify(row.event) }
  }
  return { type: row.entry.type, parentId: row.parentEventId, body: JSON.stringify(row.entry) }
}
