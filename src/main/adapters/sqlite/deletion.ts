import type { Database } from 'better-sqlite3'
import { BlobHash, type CallId, type ConversationId } from '../../../shared/ids.ts'
import { callIn, textIn } from './history/read-text.ts'
import { prepareHistoryRows } from './history/history-rows.ts'
import { type Packed, unpackText } from './history/packed.ts'
import type {
  DeletionStore,
  Discarded,
  NamingPlace,
  RowsLeft,
} from '../../runtime/ports/deletion-store.ts'

/** How many rows one slice reads or removes, which takes a few milliseconds. */
const MESSAGES = 25
const EVENTS = 100

interface DeletionTable extends Pick<
  DeletionStore,
  'familyOf' | 'leavingRows' | 'discarded' | 'namedBlobs'
> {
  remove(ids: readonly ConversationId[]): void
  clearRows(): RowsLeft
  forget(discarded: Discarded): void
}

interface NamingRow {
  readonly seq: number
  /** Null if it cannot name a file. */
  readonly text: Packed | null
}

/**
 * Removes conversations in one transaction, and their histories, which may be long, in slices afterwards. Each slice notes
 * the files it named. Except for full scans, no query reads a conversation's rows without looking at the conversation first.
 */
export function prepareDeletion(db: Database): DeletionTable {
  const family = db.prepare<[{ id: string }], { id: string }>(`
    WITH RECURSIVE family (id, depth) AS (
      SELECT :id, 0 UNION ALL
      SELECT child.id, depth + 1 FROM conversations AS child JOIN family ON child.parent_id = family.id
    )
    SELECT id FROM family ORDER BY depth, id`)
  const ofFamily = 'conversation_id IN (SELECT value FROM json_each(:ids))'
  const unsentOf = db
    .prepare<[{ ids: string }], string>(
      `SELECT attachments FROM drafts WHERE ${ofFamily}
      UNION ALL SELECT attachments FROM waiting_messages WHERE ${ofFamily}`,
    )
    .pluck()
  const noteCall = db.prepare(
    "INSERT OR IGNORE INTO discarded_files (kind, name) VALUES ('call', ?)",
  )
  const noteBlob = db.prepare(
    "INSERT OR IGNORE INTO discarded_files (kind, name) VALUES ('blob', ?)",
  )
  const noteShells = db.prepare(`
    INSERT OR IGNORE INTO discarded_files (kind, name)
    SELECT 'call', id FROM shell_commands WHERE ${ofFamily}`)
  const removals = [
    'drafts',
    'waiting_messages',
    'recoveries',
    'shell_commands',
    'unfinished_imports',
  ].map((table) => db.prepare(`DELETE FROM ${table} WHERE ${ofFamily}`))
  const unlinkForks = db.prepare(`
    UPDATE conversations SET forked_from = NULL
    WHERE forked_from IN (SELECT value FROM json_each(:ids))`)
  const noteLeaving = db.prepare(
    'INSERT INTO leaving_rows (conversation_id) SELECT value FROM json_each(:ids)',
  )
  const removeRows = db.prepare(
    'DELETE FROM conversations WHERE id IN (SELECT value FROM json_each(:ids))',
  )
  const leaving = db
    .prepare<[], ConversationId>(
      'SELECT conversation_id FROM leaving_rows ORDER BY conversation_id',
    )
    .pluck()
  const left = db.prepare('DELETE FROM leaving_rows WHERE conversation_id = ?')
  const firstMessages = db.prepare<[string], { seq: number; content: Packed }>(`
    SELECT seq, content FROM messages WHERE conversation_id = ? ORDER BY seq LIMIT ${MESSAGES}`)
  const firstEvents = db.prepare<[string], { seq: number; started: Packed | null }>(`
    SELECT seq, CASE WHEN type = 'toolStarted' THEN body END AS started
    FROM events WHERE conversation_id = ? ORDER BY seq LIMIT ${EVENTS}`)
  const history = prepareHistoryRows(db)
  const noted = db.prepare<[], { kind: string; name: string }>(
    'SELECT kind, name FROM discarded_files',
  )
  const forget = db.prepare('DELETE FROM discarded_files WHERE kind = ? AND name = ?')
  const unsent = db
    .prepare<[], string>(
      'SELECT attachments FROM drafts UNION ALL SELECT attachments FROM waiting_messages',
    )
    .pluck()
  const rows = {
    messages: db.prepare<[string, number], NamingRow>(`
      SELECT seq, content AS text FROM messages
      WHERE conversation_id = ? AND seq > ? ORDER BY seq LIMIT ${MESSAGES}`),
    // In the log, only a session's context and its changes name files that no message names: those of instructions.
    events: db.prepare<[string, number], NamingRow>(`
      SELECT seq, CASE WHEN type IN ('sessionStarted', 'settingsChanged') THEN body END AS text
      FROM events WHERE conversation_id = ? AND seq > ? ORDER BY seq LIMIT ${EVENTS}`),
  }
  const nextWithRows = prepareNext(db)

  function noteBlobsIn(texts: Iterable<string>): void {
    for (const text of texts) for (const hash of blobsIn(text)) noteBlob.run(hash)
  }

  const remove = db.transaction((conversations: readonly ConversationId[]) => {
    const ids = JSON.stringify(conversations)
    noteBlobsIn(unsentOf.all({ ids }))
    noteShells.run({ ids })
    for (const statement of removals) statement.run({ ids })
    unlinkForks.run({ ids })
    noteLeaving.run({ ids })
    removeRows.run({ ids })
  })

  /** Removes some of one conversation's rows; its entry in `leaving_rows` goes with the last of them. */
  const clearSome = db.transaction((id: ConversationId) => {
    const messages = firstMessages.all(id)
    noteBlobsIn(messages.map(({ content }) => textIn(content)))
    history.removeMessages(id, messages.at(-1)?.seq ?? 0)
    const events = firstEvents.all(id)
    for (const { started } of events) {
      const callId = started === null ? null : callIn(started)
      if (callId !== null) noteCall.run(callId)
    }
    history.removeEvents(id, events.at(-1)?.seq ?? 0)
    if (messages.length === MESSAGES || events.length === EVENTS) return
    history.forget(id)
    left.run(id)
  })

  function look(from: NamingPlace): ReturnType<DeletionStore['namedBlobs']> {
    const { conversationId, seq, table } = from
    const found = rows[table].all(conversationId, seq)
    const last = found.at(-1)
    const blobs = found.flatMap(({ text }) => (text === null ? [] : blobsIn(unpackText(text))))
    if (last !== undefined) return { blobs, next: { table, conversationId, seq: last.seq } }
    const following = nextWithRows(conversationId)
    const next = following === null ? after(table) : { table, conversationId: following, seq: 0 }
    return { blobs, next }
  }

  return {
    familyOf: (id) => family.all({ id }).map((row) => row.id as ConversationId),
    remove: (ids) => withoutForeignKeys(db, () => remove.immediate(ids)),
    leavingRows: () => leaving.all(),
    clearRows: () => {
      const id = leaving.get()
      if (id !== undefined) clearSome.immediate(id)
      return leaving.get() === undefined ? 'none' : 'some'
    },
    discarded: () => {
      const all = noted.all()
      const namesOf = (kind: string): readonly string[] =>
        all.flatMap((each) => (each.kind === kind ? [each.name] : []))
      return {
        blobs: namesOf('blob').map((name) => BlobHash.parse(name)),
        callIds: namesOf('call') as readonly CallId[],
      }
    },
    forget: db.transaction(({ blobs, callIds }: Discarded) => {
      for (const hash of blobs) forget.run('blob', hash)
      for (const callId of callIds) forget.run('call', callId)
    }),
    namedBlobs: (from) =>
      from === null ? { blobs: unsent.all().flatMap(blobsIn), next: FIRST } : look(from),
  }
}

const FIRST: NamingPlace = { table: 'messages', conversationId: '', seq: 0 }

function after(table: NamingPlace['table']): NamingPlace | null {
  return table === 'messages' ? { ...FIRST, table: 'events' } : null
}

/** Finds the next conversation with rows after this one, by id. */
function prepareNext(db: Database): (after: string) => string | null {
  const next = db
    .prepare<[{ after: string }], string | null>(
      `
      SELECT min(id) FROM (
        SELECT min(conversation_id) AS id FROM history_keys WHERE conversation_id > :after
        UNION ALL SELECT min(conversation_id) FROM wide_messages WHERE conversation_id > :after
        UNION ALL SELECT min(conversation_id) FROM wide_events WHERE conversation_id > :after)`,
    )
    .pluck()
  return (after) => next.get({ after }) ?? null
}

/** A conversation is removed before its rows, so for that moment no foreign key may prevent it. */
function withoutForeignKeys(db: Database, run: () => void): void {
  db.pragma('foreign_keys = OFF')
  try {
    run()
  } finally {
    db.pragma('foreign_keys = ON')
  }
}

/** Finds every JSON string that can be a hash. */
export function blobsIn(json: string): readonly BlobHash[] {
  return Array.from(json.matchAll(/"([0-9a-f]{64})"/g), ([, hash]) => BlobHash.parse(hash))
}
