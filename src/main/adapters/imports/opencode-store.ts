import Database from 'better-sqlite3'
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FoundSession } from '../../../shared/protocol/import-commands.ts'
import { readRegular } from '../data-folder/regular-file.ts'
import { type Json, jsonIn, parseJson, textIn, timeIn, timeOf } from './foreign-json.ts'
import { filesIn, foldersIn } from './list-files.ts'

/** Copying a larger database would take too long. */
const MAX_DATABASE_BYTES = 1024 * 1024 * 1024

/** A session that was found, and its location. `path`: the database, or the folder of files of early versions. */
export type FoundInOpencode = Omit<FoundSession, 'id' | 'program'> & {
  readonly path: string
  readonly sessionId: string
}

/** Finds the user's sessions; sub-agents' sessions have a parent and are skipped. */
export function opencodeSessions(folder: string, scratch: string): readonly FoundInOpencode[] {
  const databases = filesIn(folder).filter(({ name }) => /^opencode[\w-]*\.db$/.test(name))
  const stored = databases.flatMap(({ path }) => sessionsInDatabase({ path, scratch }))
  return [...stored, ...sessionsInFiles(join(folder, 'storage'))]
}

/** A database that cannot be read does not hide the others. */
function sessionsInDatabase({ path, scratch }: Copying): readonly FoundInOpencode[] {
  try {
    const rows = withCopy({ path, scratch }, (db) => db.prepare<[], SessionRow>(LIST).all())
    return rows.map(({ at, folder, id, title }) => ({
      path,
      sessionId: id,
      title,
      folder,
      at: timeOf(at) ?? 0,
    }))
  } catch {
    return []
  }
}

interface Copying {
  readonly path: string
  /** For temporary files. */
  readonly scratch: string
}

interface SessionRow {
  readonly id: string
  readonly title: string
  readonly folder: string
  readonly at: number
}

interface PartRow {
  readonly id: string
  readonly data: string
}

/** Its columns may contain anything, as in any file of another program. */
const LIST = `
  SELECT CAST(id AS TEXT) AS id, CAST(coalesce(title, '') AS TEXT) AS title,
    CAST(coalesce(directory, '') AS TEXT) AS folder, CAST(coalesce(time_updated, 0) AS INTEGER) AS at FROM session
  WHERE parent_id IS NULL AND EXISTS (SELECT 1 FROM message WHERE session_id = session.id)
  ORDER BY time_updated DESC LIMIT 300`

/** A session in the format of `opencode export`. Throws if the disk or the database does. */
export function opencodeSession({ path, scratch }: Copying, sessionId: string): Json {
  return path.endsWith('.db')
    ? withCopy({ path, scratch }, (db) => sessionInDatabase(db, sessionId))
    : sessionInFiles(path, sessionId)
}

/** Even a reader writes to an open database, so a copy is read. */
function withCopy<Value>(
  { path, scratch }: Copying,
  read: (db: Database.Database) => Value,
): Value {
  if (statSync(path).size > MAX_DATABASE_BYTES) throw new Error(`${path} is too large`)
  const folder = mkdtempSync(join(scratch, 'phoenix-import-'))
  try {
    const copy = join(folder, 'copy.db')
    copyFileSync(path, copy)
    const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
    if (log?.isFile() === true) copyFileSync(`${path}-wal`, `${copy}-wal`)
    const db = new Database(copy)
    try {
      return read(db)
    } finally {
      db.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function sessionInDatabase(db: Database.Database, sessionId: string): Json {
  const session = db
    .prepare<[string], Record<string, unknown>>('SELECT * FROM session WHERE id = ?')
    .get(sessionId)
  const messages = db
    .prepare<[string], PartRow>(
      'SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id',
    )
    .all(sessionId)
  const partsOf = db.prepare<[string], PartRow>(
    'SELECT id, data FROM part WHERE message_id = ? ORDER BY id',
  )
  const revert = parseJson(textIn(session ?? {}, 'revert')) ?? {}
  return {
    info: { ...session, revert },
    messages: messages.map(({ data, id }) => ({
      info: { ...parseJson(data), id },
      parts: partsOf.all(id).map((part) => parseJson(part.data) ?? {}),
    })),
  }
}

/** Reads session/PROJECT/ID.json, message/SESSION/ID.json and part/MESSAGE/ID.json, the layout of versions before 1.2. */
function sessionsInFiles(storage: string): readonly FoundInOpencode[] {
  return foldersIn(join(storage, 'session')).flatMap((project) =>
    filesIn(project).flatMap(({ path }): readonly FoundInOpencode[] => {
      const info = readJson(path)
      if (info === null || textIn(info, 'parentID') !== '') return []
      const [title, folder] = [textIn(info, 'title'), textIn(info, 'directory')]
      const at = timeIn(jsonIn(info, 'time'), 'updated') ?? 0
      return [{ path: storage, sessionId: textIn(info, 'id'), title, folder, at }]
    }),
  )
}

function sessionInFiles(storage: string, sessionId: string): Json {
  const infos = foldersIn(join(storage, 'session')).flatMap((project) => filesIn(project))
  const info = infos.find(({ name }) => name === `${sessionId}.json`)
  const messages = jsonFiles(join(storage, 'message', sessionId))
  return {
    info: info === undefined ? {} : (readJson(info.path) ?? {}),
    messages: messages.map((message) => ({
      info: message,
      parts: jsonFiles(join(storage, 'part', textIn(message, 'id'))),
    })),
  }
}

/** Sorted by name, which is also the order of their times. */
function jsonFiles(folder: string): readonly Json[] {
  const files = filesIn(folder).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return files.map(({ path }) => readJson(path)).filter((json) => json !== null)
}

function readJson(path: string): Json | null {
  try {
    return parseJson(readRegular(path).toString('utf8'))
  } catch {
    return null
  }
}
