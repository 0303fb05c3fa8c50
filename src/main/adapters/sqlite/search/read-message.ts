import type { Database } from 'better-sqlite3'
import type { CallId, MessageId } from '../../../../shared/ids.ts'
import type { Message, MessageContent } from '../../../../shared/messages/message.ts'
import type { MessageRow } from '../history/history-rows.ts'
import type { ShellText } from './searchable-texts.ts'
import { unpackText } from '../history/packed.ts'

/** The history as searches read it, in addition to the index. */
export interface SearchedHistory {
  /** Null if it is damaged, or no longer there. */
  message(conversationId: string, seq: number): Message | null
  /** A command that the user ran, by its number in the conversation. Null if it is no longer there. */
  shell(conversationId: string, place: number): SearchedShell | null
  /** The message of the reply that made this call. */
  replyOf(callId: CallId): { readonly id: MessageId; readonly seq: number } | null
  isTakenBack(key: number, seq: number): boolean
  /** The seq of the first message that is not older than this; one after the last if all are. */
  firstSince(conversationId: string, at: number): number
}

export interface SearchedShell extends ShellText {
  readonly afterSeq: number
  readonly since: number
}

/** A rewind: the seq of its message, and the seq that it rewinds to. */
interface Rewind {
  readonly toSeq: number
  readonly fromSeq: number
}

export function prepareHistory(db: Database): SearchedHistory {
  const message = db.prepare<[string, number], MessageRow>(
    'SELECT * FROM messages WHERE conversation_id = ? AND seq = ?',
  )
  const shell = db.prepare<[string, number], SearchedShell>(`
    SELECT id, command, output, since, after_seq AS afterSeq FROM shell_commands
    WHERE conversation_id = ? ORDER BY rowid LIMIT 1 OFFSET ?`)
  const seqOf = db.prepare<[string], number>('SELECT seq FROM messages WHERE id = ?').pluck()
  const lastRewind = db.prepare<[number, number, number], Rewind>(`
    SELECT to_seq AS toSeq, from_seq AS fromSeq FROM search_rewinds
    WHERE key = ? AND to_seq > ? AND to_seq < ? ORDER BY to_seq DESC LIMIT 1`)
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
      return row === undefined ? null : messageOf(row)
    },
    shell: (conversationId, place) => shell.get(conversationId, place - 1) ?? null,
    replyOf: (callId) => {
      const id = callId.slice(0, callId.lastIndexOf('.'))
      const seq = seqOf.get(id)
      return seq === undefined ? null : { id: id as MessageId, seq }
    },
    isTakenBack: (key, seq) => {
      // Walks from the newest rewind to those that were active before the message it names, like `rewoundIn`.
      let rewind = lastRewind.get(key, seq, Number.MAX_SAFE_INTEGER)
      while (rewind !== undefined && rewind.fromSeq > seq) {
        rewind = lastRewind.get(key, seq, rewind.fromSeq)
      }
      return rewind !== undefined
    },
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

/**
 * The message as it was stored. Not validated as in the history's own reader, because the search thread carries no schemas,
 * and a broken message simply has no matches. Null if it is not JSON.
 */
export function messageOf({ at, content, id, seq }: MessageRow): Message | null {
  try {
    return {
      id: id as MessageId,
      seq,
      at,
      content: JSON.parse(unpackText(content)) as MessageContent,
    }
  } catch {
    return null
  }
}
