import type { Database } from 'better-sqlite3'
import { BlobHash, type CallId, type ConversationId } from '../../../shared/ids.ts'
import type { DeletionStore, Discarded, NamingPlace } from '../../runtime/ports/deletion-store.ts'

/** How many rows one look reads: a few milliseconds. */
const MESSAGES = 50
const EVENTS = 200

interface DeletionTable extends Pick<DeletionStore, 'familyOf' | 'discarded' | 'namedBlobs'> {
  remove(ids: readonly ConversationId[]): void
  forget(discarded: Discarded): void
}

interface NamingRow {
  readonly conversation_id: string
  readonly seq: number
  /** Null: nothing in it can name a file. */
  readonly text: string | null
}

/** Conversations go with all their rows, and what files they named is noted, in one transaction. */
export function prepareDeletion(db: Database): DeletionTable {
  const family = db.prepare<[{ id: string }], { id: string }>(`
    WITH RECURSIVE family (id, depth) AS (
      SELECT :id, 0 UNION ALL
      SELECT child.id, depth + 1 FROM conversations AS child JOIN family ON child.parent_id = family.id
    )
    SELECT id FROM family ORDER BY depth, id`)
  const ofFamily = 'conversation_id IN (SELECT value FROM json_each(:ids))'
  const named = db
    .prepare<[{ ids: string }], string>(
      `SELECT content FROM messages WHERE ${ofFamily}
      UNION ALL SELECT attachments FROM drafts WHERE ${ofFamily}
      UNION ALL SELECT attachments FROM waiting_messages WHERE ${ofFamily}`,
    )
    .pluck()
  const noteCalls = db.prepare(`
    INSERT OR IGNORE INTO discarded_files (kind, name)
    SELECT 'call', body ->> '$.callId' FROM events WHERE ${ofFamily} AND type = 'toolStarted'`)
  const noteBlob = db.prepare(
    "INSERT OR IGNORE INTO discarded_files (kind, name) VALUES ('blob', ?)",
  )
  const removals = ['messages', 'events', 'drafts', 'waiting_messages', 'recoveries'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE ${ofFamily}`),
  )
  const unlinkForks = db.prepare(`
    UPDATE conversations SET forked_from = NULL
    WHERE forked_from IN (SELECT value FROM json_each(:ids))`)
  const removeRow = db.prepare('DELETE FROM conversations WHERE id = ?')
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
      SELECT conversation_id, seq, content AS text FROM messages
      WHERE (conversation_id, seq) > (?, ?) ORDER BY conversation_id, seq LIMIT ${MESSAGES}`),
    // Of the log, only the context of a session and its changes name files that no message names: those of instructions.
    events: db.prepare<[string, number], NamingRow>(`
      SELECT conversation_id, seq,
        CASE WHEN type IN ('sessionStarted', 'settingsChanged') THEN body END AS text
      FROM events WHERE (conversation_id, seq) > (?, ?) ORDER BY conversation_id, seq LIMIT ${EVENTS}`),
  }

  const remove = db.transaction((conversations: readonly ConversationId[]) => {
    const ids = JSON.stringify(conversations)
    const blobs = new Set<BlobHash>()
    for (const text of named.iterate({ ids })) for (const hash of blobsIn(text)) blobs.add(hash)
    for (const hash of blobs) noteBlob.run(hash)
    noteCalls.run({ ids })
    for (const statement of removals) statement.run({ ids })
    unlinkForks.run({ ids })
    // Sub-agents ahead of the conversation that they refer to.
    for (const id of conversations.toReversed()) removeRow.run(id)
  })

  function look(from: NamingPlace): ReturnType<DeletionStore['namedBlobs']> {
    const found = rows[from.table].all(from.conversationId, from.seq)
    const last = found.at(-1)
    const next =
      last === undefined
        ? after(from.table)
        : { table: from.table, conversationId: last.conversation_id, seq: last.seq }
    return { blobs: found.flatMap(({ text }) => blobsIn(text ?? '')), next }
  }

  return {
    familyOf: (id) => family.all({ id }).map((row) => row.id as ConversationId),
    remove: (ids) => remove.immediate(ids),
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

/** Whatever stands in JSON as a string of its own and can be a hash. */
export function blobsIn(json: string): readonly BlobHash[] {
  return Array.from(json.matchAll(/"([0-9a-f]{64})"/g), ([, hash]) => BlobHash.parse(hash))
}
