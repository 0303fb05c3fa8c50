import type Database from 'better-sqlite3'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { Log } from '../../runtime/ports/ports.ts'
import type { Store } from '../../runtime/ports/store.ts'
import { openDatabase } from './open-database.ts'
import { createSqliteStore } from './store.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A path in a separate folder that is removed after the test. */
export function freshFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-store-'))
  folders.push(folder)
  return join(folder, 'phoenix.db')
}

let empty: Buffer | null = null

/** A new database, of which only the first is made by migrations: they take longer than most tests. */
function freshDatabase(): string {
  const file = freshFile()
  if (empty === null) {
    opened(file).db.close()
    empty = readFileSync(file)
  } else writeFileSync(file, empty)
  return file
}

export function opened(
  file = freshDatabase(),
  log: Log = { warn: () => {} },
): { db: Database.Database; store: Store } {
  const db = openDatabase(file)
  if (!db.ok) throw new Error(db.error)
  return { db: db.value, store: createSqliteStore(db.value, log) }
}
