import type { Database } from 'better-sqlite3'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { HistoryStore } from '../../../runtime/ports/history-store.ts'
import type { Log } from '../../../runtime/ports/ports.ts'
import { isLandmark } from '../../../core/request/needed-messages.ts'
import type { MessageRow } from './history-rows.ts'
import { LAST_MESSAGE_SEQ } from './last-seq.ts'
import { textIn } from './read-text.ts'
import { preparePlaceholders } from './placeholders.ts'

type ReadMessages = Pick<
  HistoryStore,
  'history' | 'landmarks' | 'lastSeqs' | 'messages' | 'messagesOf' | 'seekLandmarks'
> & {
  /** Drops what it remembers of conversations that are deleted. */
  readonly forget: (ids: readonly ConversationId[]) => void
}

/**
 * Occur in the JSON of messages with instructions or of Phoenix's own, but never in a user's text, because its quotation
 * marks are escaped.
 */
const SIGNS = ['"instructions":', '"author":"phoenix"']

/** Users' messages that are looked at in one step. Unpacking them takes a few milliseconds. */
const SLICE = 128

const LAST = Number.MAX_SAFE_INTEGER

/**
 * Reads the messages of one conversation as the views show them, as `unreadable` if nothing else can be said. Throws only if
 * SQLite cannot read the file.
 */
export function prepareMessages(db: Database, log: Pick<Log, 'warn'>): ReadMessages {
  const all = db.prepare<[string], MessageRow>(
    'SELECT * FROM messages WHERE conversation_id = ? ORDER BY seq',
  )
  const before = db.prepare<[string, number, number], MessageRow>(
    'SELECT * FROM messages WHERE conversation_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?',
  )
  const ofTypes = 'conversation_id = ? AND type IN (SELECT value FROM json_each(?))'
  const first = db.prepare<[string, string, number, number], MessageRow>(
    `SELECT * FROM messages WHERE ${ofTypes} AND seq > ? ORDER BY seq LIMIT ?`,
  )
  const last = db.prepare<[string, string, number, number], MessageRow>(
    `SELECT * FROM messages WHERE ${ofTypes} AND seq < ? ORDER BY seq DESC LIMIT ?`,
  )
  const ofUsers = db.prepare<[string, number], Pick<MessageRow, 'content' | 'seq'>>(`
    SELECT seq, content FROM messages
    WHERE conversation_id = ? AND type = 'user' AND seq > ? ORDER BY seq LIMIT ${SLICE}`)
  const landmarks = db.prepare<[string, string], MessageRow>(`
    SELECT * FROM messages
    WHERE conversation_id = ?
      AND (type NOT IN ('user', 'agent', 'tool', 'subAgent', 'system', 'error')
        OR seq IN (SELECT value FROM json_each(?)))
    ORDER BY seq`)
  /** The messages of users with a sign up to a seq. There are many without, each has to be unpacked, and none ever changes. */
  const sought = new Map<ConversationId, { through: number; readonly seqs: number[] }>()
  const lasts = db.prepare<[string, string], { id: string; message_seq: number }>(
    `SELECT id, ${LAST_MESSAGE_SEQ} FROM conversations WHERE id = ? OR parent_id = ?`,
  )
  const placeholders = preparePlaceholders(db, log)
  const soughtIn = (id: ConversationId): { through: number; readonly seqs: number[] } => {
    const known = sought.get(id) ?? { through: 0, seqs: [] }
    sought.set(id, known)
    return known
  }
  const seek = (id: ConversationId): boolean => {
    const known = soughtIn(id)
    const rows = ofUsers.all(id, known.through)
    for (const row of rows) if (holdsSign(row)) known.seqs.push(row.seq)
    known.through = rows.at(-1)?.seq ?? known.through
    return rows.length === SLICE
  }
  return {
    history: (id) => placeholders.span(id, all.all(id), { afterSeq: 0, beforeSeq: null }),
    messages: (id, { beforeSeq, limit }) => {
      const rows = before.all(id, beforeSeq ?? LAST, limit).toReversed()
      // Gaps before a full page belong to the next page.
      const afterSeq = rows.length < limit ? 0 : (rows[0]?.seq ?? 1) - 1
      return placeholders.span(id, rows, { afterSeq, beforeSeq })
    },
    messagesOf: (id, types, page) => {
      const names = JSON.stringify(types)
      const rows =
        'afterSeq' in page
          ? first.all(id, names, page.afterSeq, page.limit ?? -1)
          : last.all(id, names, page.beforeSeq, page.limit).toReversed()
      return placeholders.messages(id, rows)
    },
    lastSeqs: (id) =>
      new Map(lasts.all(id, id).map((row) => [row.id as ConversationId, row.message_seq])),
    landmarks: (id) => {
      while (seek(id));
      const rows = landmarks.all(id, JSON.stringify(soughtIn(id).seqs))
      return placeholders.messages(id, rows).filter(({ content }) => isLandmark(content))
    },
    seekLandmarks: seek,
    forget: (ids) => {
      for (const id of ids) sought.delete(id)
    },
  }
}

function holdsSign({ content }: Pick<MessageRow, 'content'>): boolean {
  const json = textIn(content)
  return SIGNS.some((sign) => json.includes(sign))
}
