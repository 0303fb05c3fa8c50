import type { Database } from 'better-sqlite3'
import { INDEX_PARTS, rebuild } from './make-index.ts'
import type { MessageRow } from '../history/history-rows.ts'
import { prepareShellFill } from './index-shells.ts'
import { messageOf } from './read-message.ts'
import { createPace } from '../pace.ts'
import { indexableOf, isOfIndex, prepareTexts } from './search-index.ts'

/** Messages per slice, initially and at most. */
const FEW = 8
const MANY = 256
const TITLES = 100
/** Pages merged at once, initially and at most. */
const FEW_PAGES = 4
const MANY_PAGES = 16
/** How many rows of a damaged index part are dropped at once. */
const DROPPED_ROWS = 200
const ORPHANED_ROWS = 500

/** `done`: there is nothing to do until something is written. */
export type Slice = 'worked' | 'done'

/**
 * Maintains the index between steps: indexes messages from before there was an index, cleans up, and rebuilds a damaged one.
 * Each call is one short transaction, so a step waits for it no longer than that; if killed at any point, the next call
 * continues from there.
 */
export function prepareIndexJob(db: Database): () => Slice {
  const isDamaged = db.prepare<[], number>('SELECT is_damaged FROM search_state').pluck()
  const giveUp = db.prepare('UPDATE search_state SET is_damaged = 1')
  const forgetKeys = db.prepare('DELETE FROM search_conversations')
  let fill = prepareFill(db)

  function repair(): Slice {
    if (dropSome(db)) return 'worked'
    rebuild(db)
    fill = prepareFill(db)
    return 'worked'
  }

  return () => {
    if (isDamaged.get() === 1) return repair()
    try {
      return fill()
    } catch (error) {
      if (!isOfIndex(error)) throw error
      db.transaction(() => {
        giveUp.run()
        forgetKeys.run()
      }).immediate()
      return 'worked'
    }
  }
}

/**
 * Returns whether something was left to drop. In slices, because dropping everything at once would hold the lock for
 * seconds.
 */
function dropSome(db: Database): boolean {
  db.unsafeMode(true)
  try {
    return INDEX_PARTS.filter((part) => !part.endsWith('config')).some((part) => {
      const [key] = part.endsWith('idx') ? ['segid'] : ['id']
      const rows = `SELECT ${key} FROM ${part} LIMIT ${DROPPED_ROWS}`
      return db.prepare(`DELETE FROM ${part} WHERE ${key} IN (${rows})`).run().changes > 0
    })
  } catch {
    // It is so damaged that it is dropped as a whole.
    return false
  } finally {
    db.unsafeMode(false)
  }
}

function prepareFill(db: Database): () => Slice {
  const texts = prepareTexts(db)
  const titlesDue = db.prepare<[number], { key: number; title: string | null }>(`
    SELECT s.key, c.title FROM search_conversations s JOIN conversations c ON c.id = s.conversation_id
    WHERE is_title_due = 1 ORDER BY s.key DESC LIMIT ?`)
  const titleDone = db.prepare('UPDATE search_conversations SET is_title_due = 0 WHERE key = ?')
  const orphanTitles = db.prepare(
    'UPDATE search_conversations SET is_title_due = 0 WHERE is_title_due = 1',
  )
  const newestTodo = db.prepare<[], { key: number; id: string; todo: number }>(`
    SELECT key, conversation_id AS id, todo FROM search_conversations WHERE todo > 0
    ORDER BY key DESC LIMIT 1`)
  const messages = db.prepare<[string, number, number], MessageRow>(
    'SELECT * FROM messages WHERE conversation_id = ? AND seq > ? AND seq <= ? ORDER BY seq',
  )
  const todoIs = db
    .prepare<[number], number>('SELECT todo FROM search_conversations WHERE key = ?')
    .pluck()
  const setTodo = db.prepare('UPDATE search_conversations SET todo = ? WHERE key = ?')
  const merge = db.prepare("INSERT INTO search_text (search_text, rank) VALUES ('merge', ?)")
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  const size = createPace(FEW, MANY)
  const pages = createPace(FEW_PAGES, MANY_PAGES)

  function fillTitles(): boolean {
    const due = titlesDue.all(TITLES)
    db.transaction(() => {
      for (const { key, title } of due.toReversed()) {
        texts.title(key, title)
        titleDone.run(key)
      }
      // The rest belongs to removed conversations.
      if (due.length === 0) orphanTitles.run()
    }).immediate()
    return due.length > 0
  }

  /**
   * Indexes the newest messages that are not indexed yet. They are read before the transaction, because a stored message
   * never changes.
   */
  function fillMessages(): boolean {
    const next = newestTodo.get()
    if (next === undefined) return false
    const { id, key, todo } = next
    const from = Math.max(0, todo - size.now)
    const read = messages.all(id, from, todo).flatMap((row) => indexableOf(messageOf(row)))
    db.transaction(() => {
      // Another connection may have rebuilt the index meanwhile, or deleted the conversation.
      if (todoIs.get(key) !== todo) return
      size.time(() => {
        for (const each of read) texts.write(key, each)
        setTodo.run(from, key)
      })
    }).immediate()
    return true
  }

  /** Returns whether there was something to merge. */
  function mergeSome(): boolean {
    const before = changes.get() ?? 0
    db.transaction(() => pages.time(() => merge.run(pages.now))).immediate()
    // The statement itself counts as one change.
    return (changes.get() ?? 0) - before > 1
  }

  const forgetDeleted = prepareForgetting(db)
  const fillShells = prepareShellFill(db, texts)
  let hasTitles = true
  let isMergeDue = true
  return () => {
    if (hasTitles) {
      hasTitles = fillTitles()
      return 'worked'
    }
    // Alternates: early merges are small.
    isMergeDue = !isMergeDue
    if (isMergeDue && mergeSome()) return 'worked'
    if (fillMessages() || fillShells() || forgetDeleted() || mergeSome()) return 'worked'
    return 'done'
  }
}

/** Removes the texts of deleted conversations from the index, in slices. */
function prepareForgetting(db: Database): () => boolean {
  const orphan = db
    .prepare<[], number>(
      `
      SELECT key FROM search_conversations s
      WHERE NOT EXISTS (SELECT 1 FROM conversations c WHERE c.id = s.conversation_id) LIMIT 1`,
    )
    .pluck()
  const forgetTexts = db.prepare(`
    DELETE FROM search_text WHERE rowid IN (
      SELECT id FROM search_text_docsize WHERE id >= (? << 24) AND id < ((? + 1) << 24) LIMIT ?)`)
  const forgetRewinds = db.prepare('DELETE FROM search_rewinds WHERE key = ?')
  const forgetKey = db.prepare('DELETE FROM search_conversations WHERE key = ?')
  return () => {
    const key = orphan.get()
    if (key === undefined) return false
    db.transaction(() => {
      if (forgetTexts.run(key, key, ORPHANED_ROWS).changes > 0) return
      forgetRewinds.run(key)
      forgetKey.run(key)
    }).immediate()
    return true
  }
}
