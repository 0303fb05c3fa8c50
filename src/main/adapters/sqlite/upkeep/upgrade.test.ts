import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { type Packed, unpackText } from '../history/packed.ts'
import { MIGRATIONS } from '../migrate.ts'
import { FORMATS, writeFormat } from '../migrating.fixture.ts'
import { backupFolder, backupsIn } from './backup-files.ts'
import { freshFile, NOW, started } from './upkeep.fixture.ts'

const CONTENTS = {
  messages: 'SELECT conversation_id, seq, id, at, content AS text FROM messages',
  events: 'SELECT conversation_id, seq, id, at, kind, type, parent_id, body AS text FROM events',
  drafts: "SELECT conversation_id, 0 AS seq, '' AS id, text FROM drafts",
  conversations:
    "SELECT id AS conversation_id, 0 AS seq, '' AS id, folder, created_at, title AS text FROM conversations",
} as const

/** How many rows of each kind there are, and a digest of their contents. */
function historyIn(db: Database.Database): unknown {
  return Object.entries(CONTENTS).map(([name, sql]) => {
    const rows = db
      .prepare<[], { text: Packed | null }>(`${sql} ORDER BY conversation_id, seq`)
      .all()
      .map(({ text, ...row }) => ({ ...row, text: text === null ? null : unpackText(text) }))
    const digest = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
    return { name, count: rows.length, digest }
  })
}

function historyOf(file: string): unknown {
  const db = new Database(file, { readonly: true })
  const history = historyIn(db)
  db.close()
  return history
}

test.each(FORMATS.filter((format) => format < MIGRATIONS.length))(
  'R11 an upgrade from format %i keeps every conversation, message, event and draft as it was, with a backup of all made first',
  async (format) => {
    const file = freshFile()
    writeFormat(file, format)
    const before = historyOf(file)
    expect(before).toMatchObject([{ count: 15 }, { count: 58 }, { count: 1 }, { count: 10 }])
    const { db } = await started(file)
    expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length)
    expect(historyIn(db)).toEqual(before)
    const [backup, ...others] = backupsIn(backupFolder(dirname(file)), NOW)
    expect([backup, others]).toMatchObject([{ format, at: NOW }, []])
    expect(historyOf(backup?.path ?? '')).toEqual(before)
  },
)
