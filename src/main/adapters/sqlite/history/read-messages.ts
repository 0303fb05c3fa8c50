import type { Database } from 'better-sqlite3'
import type { HistoryStore } from '../../../runtime/ports/history-store.ts'
import { toMessage } from '../rows.ts'
import { isLandmark } from '../../../core/request/needed-messages.ts'
import type { MessageRow } from './history-rows.ts'
import { unpackText } from './packed.ts'

type ReadMessages = Pick<HistoryStore, 'history' | 'landmarks' | 'messages' | 'messagesOf'>

/**
 * In the JSON of messages with instructions or of Phoenix's own: a person's text cannot contain them, because its
 * quotation marks are escaped.
 */
const SIGNS = ['"instructions":', '"author":"phoenix"']

const LAST = Number.MAX_SAFE_INTEGER

/** The messages of one conversation, as the views show them. Throws only if the file is broken. */
export function prepareMessages(db: Database): ReadMessages {
  const from = db.prepare<[string, number], MessageRow>(
    'SELECT * FROM messages WHERE conversation_id = ? AND seq >= ? ORDER BY seq',
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
  // User messages are many. Most are not packed, and SQLite returns none of these without a sign.
  const landmarks = db.prepare<[string], MessageRow & { type: string }>(`
    SELECT * FROM messages
    WHERE conversation_id = ? AND type NOT IN ('agent', 'tool', 'subAgent', 'system', 'error')
      AND (type <> 'user' OR typeof(content) = 'blob'
        OR ${SIGNS.map((sign) => `instr(content, '${sign}') > 0`).join(' OR ')})
    ORDER BY seq`)
  return {
    history: (id, fromSeq = 1) => from.all(id, fromSeq).map(toMessage),
    messages: (id, { beforeSeq, limit }) =>
      before
        .all(id, beforeSeq ?? LAST, limit)
        .toReversed()
        .map(toMessage),
    messagesOf: (id, types, page) => {
      const names = JSON.stringify(types)
      if ('afterSeq' in page)
        return first.all(id, names, page.afterSeq, page.limit ?? -1).map(toMessage)
      return last.all(id, names, page.beforeSeq, page.limit).toReversed().map(toMessage)
    },
    landmarks: (id) =>
      landmarks
        .all(id)
        .filter((row) => row.type !== 'user' || holdsSign(row))
        .map(toMessage)
        .filter(({ content }) => isLandmark(content)),
  }
}

/** Whoever reads a row that cannot be unpacked will find it damaged. */
function holdsSign({ content }: MessageRow): boolean {
  const json = unpackText(content)
  return SIGNS.some((sign) => json.includes(sign))
}
