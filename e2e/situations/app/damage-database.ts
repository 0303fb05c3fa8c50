import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Overwrites the first page of a table in the database of a killed host's data folder. */
export function damageDatabase(dataFolder: string, table: string): void {
  const file = join(dataFolder, 'phoenix.db')
  const db = new Database(file)
  const root = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table)
  const size = Number(db.pragma('page_size', { simple: true }))
  db.close()
  // A view has no page; page 0 would be the header, which is a different kind of damage.
  if (typeof root !== 'number' || root === 0) throw new Error(`${table} is no table of ${file}`)
  const opened = openSync(file, 'r+')
  writeSync(opened, Buffer.alloc(size, 0xa5), 0, size, (root - 1) * size)
  closeSync(opened)
}
