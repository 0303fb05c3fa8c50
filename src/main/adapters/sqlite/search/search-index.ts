import Database from 'better-sqlite3'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { Message } from '../../../../shared/messages/message.ts'
import {
  indexWords,
  searchableTexts,
  type SearchableText,
  type ShellText,
  shellTexts,
} from './searchable-texts.ts'

/**
 * The first seq for the user's own commands in the rowids of a conversation, in the order in which they began. Messages are
 * below.
 */
export const SHELLS_FROM = 2 ** 23

/** The part of the index that a step writes, within its transaction. A damaged index never makes a step fail. */
export interface SearchIndex {
  /** Called before anything else of a conversation. */
  add(id: ConversationId): void
  /** Called after the title was written. */
  titleChanged(id: ConversationId): void
  /** Does nothing while only a part of the conversation is written: a fork or an import in slices. */
  messagesAdded(id: ConversationId, messages: readonly Message[]): void
  /**
   * Called when all of it is written: the index job (`index-job.ts`) then indexes its messages. If each slice did, segments
   * would pile up faster than they are merged, until a step had to merge them all.
   */
  wholeWritten(id: ConversationId): void
}

/** `onWritten`: there is something new to clean up or repair. */
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
  const keyOfWhole = db
    .prepare<[string], number>(
      `
      SELECT key FROM search_conversations WHERE conversation_id = ?
        AND NOT EXISTS (SELECT 1 FROM unfinished_imports u WHERE u.conversation_id = search_conversations.conversation_id)`,
    )
    .pluck()
  const setTodo = db.prepare(`
    UPDATE search_conversations SET todo = (SELECT message_seq FROM conversations WHERE id = conversation_id)
    WHERE conversation_id = ?`)
  const raiseTotal = db.prepare(`
    UPDATE search_state SET total = max(total, (SELECT sum(todo) FROM search_conversations WHERE todo > 0))
    WHERE EXISTS (SELECT 1 FROM search_conversations WHERE todo > 0)`)
  const titleOf = db
    .prepare<[string], string | null>('SELECT title FROM conversations WHERE id = ?')
    .pluck()
  const texts = prepareTexts(db)
  const flush = db.prepare("INSERT INTO search_text (search_text) VALUES ('flush')")
  const giveUp = db.prepare('UPDATE search_state SET is_damaged = 1')
  const forgetKeys = db.prepare('DELETE FROM search_conversations')

  /** A failure that concerns only the index is rolled back separately: the next index is built from the history. */
  function write(run: () => void): void {
    try {
      db.transaction(() => {
        run()
        // Flushes pending writes here, where a failure can still be rolled back separately.
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
    messagesAdded: (id, messages) => {
      const key = messages.length === 0 ? undefined : keyOfWhole.get(id)
      if (key === undefined) return
      const indexable = messages.flatMap((message) => indexableOf(message))
      write(() => indexable.forEach((each) => texts.write(key, each)))
    },
    wholeWritten: (id) => {
      write(() => {
        setTodo.run(id)
        raiseTotal.run()
      })
    },
  }
}

/** A message's texts for the index, in the order of its columns. */
export interface Indexable {
  readonly seq: number
  /** For a rewind, the first message that it took back; null for anything else. */
  readonly rewoundFrom: number | null
  /** Null if it contains nothing searchable. */
  readonly columns: readonly (string | null)[] | null
}

/** Writes the texts of one message, or a title. */
export interface IndexedTexts {
  title(key: number, title: string | null): void
  write(key: number, indexable: Indexable): void
}

const COLUMNS = ['person', 'agent', 'input', 'output'] as const

/** The texts of a command and its output. `place`: its number within its conversation. */
export function indexableShell(command: ShellText, place: number): readonly Indexable[] {
  if (place >= SHELLS_FROM) return []
  return [{ seq: SHELLS_FROM + place, rewoundFrom: null, columns: columnsOf(shellTexts(command)) }]
}

/** Takes time but writes nothing. Empty for a damaged message. */
export function indexableOf(message: Message | null): readonly Indexable[] {
  if (message === null || message.seq >= SHELLS_FROM) return []
  const { content, id, seq } = message
  const texts = searchableTexts(id, content)
  const rewoundFrom = content.type === 'rewound' ? content.fromSeq : null
  return [{ seq, rewoundFrom, columns: columnsOf(texts) }]
}

function columnsOf(texts: readonly SearchableText[]): Indexable['columns'] {
  if (texts.length === 0) return null
  return COLUMNS.map((role) => {
    const ofRole = texts.filter((each) => each.role === role)
    return ofRole.length === 0 ? null : indexWords(ofRole.map(({ text }) => text))
  })
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

/**
 * True for damage to the index: a failing disk would also fail for the history, so any other error that SQLite reports is
 * such damage.
 */
export function isOfIndex(error: unknown): boolean {
  return error instanceof Database.SqliteError && !NOT_OF_INDEX.test(error.code)
}
