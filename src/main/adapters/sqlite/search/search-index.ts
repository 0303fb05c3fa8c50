import Database from 'better-sqlite3'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { Message } from '../../../../shared/messages/message.ts'
import { indexWords, saidTexts } from './said-texts.ts'

/** So many of a conversation can be told apart by their rowids. */
const MOST_MESSAGES = 2 ** 24 - 1

/** The side of the index that a step writes, within its transaction. Nothing of it fails for a damaged index. */
export interface SearchIndex {
  /** Before anything else of a conversation. */
  add(id: ConversationId): void
  /** After it was written. */
  titleChanged(id: ConversationId): void
  said(id: ConversationId, messages: readonly Message[]): void
}

/** `onWritten`: there is something new to be tidied, or to be repaired. */
export function prepareSearchIndex(
  db: Database.Database,
  onWritten: () => void = () => undefined,
): SearchIndex {
  const addKey = db.prepare(`
    INSERT INTO search_conversations (conversation_id)
    SELECT ? WHERE NOT (SELECT is_damaged FROM search_state) ON CONFLICT DO NOTHING`)
  const keyOf = db
    .prepare<[string], number>('SELECT key FROM search_conversations WHERE conversation_id = ?')
    .pluck()
  const titleOf = db
    .prepare<[string], string | null>('SELECT title FROM conversations WHERE id = ?')
    .pluck()
  const texts = prepareTexts(db)
  const flush = db.prepare("INSERT INTO search_text (search_text) VALUES ('flush')")
  const giveUp = db.prepare('UPDATE search_state SET is_damaged = 1')
  const forgetKeys = db.prepare('DELETE FROM search_conversations')

  /** What has gone wrong in the index alone is taken back alone: the next one is made of the history. */
  function write(run: () => void): void {
    try {
      db.transaction(() => {
        run()
        // What waits in memory is written here, where it may still fail by itself.
        flush.run()
      })()
    } catch (error) {
      if (!isOfIndex(error)) throw error
      giveUp.run()
      forgetKeys.run()
    }
    onWritten()
  }

  return {
    add: (id) => void addKey.run(id),
    titleChanged: (id) => {
      const key = keyOf.get(id)
      if (key !== undefined) write(() => texts.title(key, titleOf.get(id) ?? null))
    },
    said: (id, messages) => {
      const key = messages.length === 0 ? undefined : keyOf.get(id)
      if (key === undefined) return
      const indexable = messages.flatMap((message) => indexableOf(message))
      write(() => indexable.forEach((each) => texts.write(key, each)))
    },
  }
}

/** What the index gets of a message, in the order of its columns. */
export interface Indexable {
  readonly seq: number
  /** Of a rewind: the first message that it took back. Null: it is none. */
  readonly rewoundFrom: number | null
  /** Null: there is nothing to look for in it. */
  readonly columns: readonly (string | null)[] | null
}

/** What is written of one message, or of a title. */
export interface IndexedTexts {
  title(key: number, title: string | null): void
  write(key: number, indexable: Indexable): void
}

const COLUMNS = ['person', 'agent', 'input', 'output'] as const

/** Takes time, and touches nothing. Nothing of a message that is damaged. */
export function indexableOf(message: Message | null): readonly Indexable[] {
  if (message === null || message.seq > MOST_MESSAGES) return []
  const { content, id, seq } = message
  const texts = saidTexts(id, content)
  const columns = COLUMNS.map((role) => {
    const ofRole = texts.filter((each) => each.role === role)
    return ofRole.length === 0 ? null : indexWords(ofRole.map(({ text }) => text))
  })
  const rewoundFrom = content.type === 'rewound' ? content.fromSeq : null
  return [{ seq, rewoundFrom, columns: texts.length === 0 ? null : columns }]
}

export function prepareTexts(db: Database.Database): IndexedTexts {
  const removeTitle = db.prepare('DELETE FROM search_text WHERE rowid = (? << 24)')
  const insertTitle = db.prepare('INSERT INTO search_text (rowid, title) VALUES (? << 24, ?)')
  const insert = db.prepare(`
    INSERT INTO search_text (rowid, person, agent, input, output) VALUES ((? << 24) + ?, ?, ?, ?, ?)`)
  const insertRewind = db.prepare(
    'INSERT INTO search_rewinds (key, to_seq, from_seq) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  return {
    title: (key, title) => {
      removeTitle.run(key)
      if (title !== null) insertTitle.run(key, indexWords([title]))
    },
    write: (key, { columns, rewoundFrom, seq }) => {
      if (rewoundFrom !== null) insertRewind.run(key, seq, rewoundFrom)
      if (columns !== null) insert.run(key, seq, ...columns)
    },
  }
}

const NOT_OF_INDEX = /^SQLITE_(?:FULL|IOERR|READONLY|BUSY|LOCKED|NOMEM|INTERRUPT|CANTOPEN)/

/** The disk fails for the history as well; what else SQLite says of the index is damage to it. */
export function isOfIndex(error: unknown): boolean {
  return error instanceof Database.SqliteError && !NOT_OF_INDEX.test(error.code)
}
