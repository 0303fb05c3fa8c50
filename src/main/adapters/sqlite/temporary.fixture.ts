import type Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
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

export function opened(
  file = freshFile(),
  log: Log = { warn: () => {} },
): { db: Database.Database; store: Store } {
  const db = openDatabase(file)
  if (!db.ok) throw new Error(db.error)
  return { db: db.value, store: createSqliteStore(db.value, log) }
}
