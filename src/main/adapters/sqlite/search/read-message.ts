import type { Database } from 'better-sqlite3'
import type { CallId, MessageId } from '../../../../shared/ids.ts'
import type { Message } from '../../../../shared/message.ts'
import { type MessageRow, toMessage } from '../rows.ts'

/** What searches read of the history, beside the index. */
export interface SearchedHistory {
  /** Null: it is damaged, or not there any more. */
  message(conversationId: string, seq: number): Message | null
  /** The message of the reply that made this call. */
  replyOf(callId: CallId): { readonly id: MessageId; readonly seq: number } | null
  isTakenBack(key: number, seq: number): boolean
  /** The first message that is not older than that, by its seq; one behind the last where all are. */
  firstSince(conversationId: string, at: number): number
}

export function prepareHistory(db: Database): SearchedHistory {
  const message = db.prepare<[string, number], MessageRow>(
    'SELECT * FROM messages WHERE conversation_id = ? AND seq = ?',
  )
  const seqOf = db.prepare<[string], number>('SELECT seq FROM messages WHERE id = ?').pluck()
  const rewind = db
    .prepare<[number, number, number], 1>(
      'SELECT 1 FROM search_rewinds WHERE key = ? AND to_seq > ? AND from_seq <= ? LIMIT 1',
    )
    .pluck()
  const last = db
    .prepare<[string], number>('SELECT message_seq FROM conversations WHERE id = ?')
    .pluck()
  const timeOf = db
    .prepare<[string, number], number>(
      'SELECT at FROM messages WHERE conversation_id = ? AND seq = ?',
    )
    .pluck()
  return {
    message: (conversationId, seq) => {
      const row = message.get(conversationId, seq)
      try {
        return row === undefined ? null : toMessage(row)
      } catch {
        return null
      }
    },
    replyOf: (callId) => {
      const id = callId.slice(0, callId.lastIndexOf('.'))
      const seq = seqOf.get(id)
      return seq === undefined ? null : { id: id as MessageId, seq }
    },
    isTakenBack: (key, seq) => rewind.get(key, seq, seq) !== undefined,
    firstSince: (id, at) => {
      let [low, high] = [1, (last.get(id) ?? 0) + 1]
      while (low < high) {
        const middle = Math.floor((low + high) / 2)
        if ((timeOf.get(id, middle) ?? Infinity) < at) low = middle + 1
        else high = middle
      }
      return low
    },
  }
}
