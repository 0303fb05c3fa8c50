import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { MIGRATIONS } from './migrate.ts'
import { expectWholeFormats, FORMATS, throwAt } from './migrating.fixture.ts'
import { openDatabase } from './open-database.ts'
import { freshFile } from './temporary.fixture.ts'

/** Kills the process that migrates. */
function killAt(file: string, at: number): boolean {
  const migrator = join(import.meta.dirname, 'migrator.fixture.ts')
  const { signal, status, stderr } = spawnSync(process.execPath, [migrator, file, `${at}`])
  expect([status, signal, stderr.toString()]).toEqual(
    signal === null ? [0, null, ''] : [null, 'SIGKILL', ''],
  )
  return signal !== null
}

describe('row 12: a migration leaves the old format or a new one, never what is between', () => {
  test.each(FORMATS)('from format %i, if any statement throws', (from) =>
    expectWholeFormats(from, throwAt),
  )

  test.each(FORMATS)("from format %i, if any statement is its process's last", (from) =>
    expectWholeFormats(from, killAt),
  )

  test('and a database of a newer format is refused untouched', () => {
    const file = freshFile()
    const db = new Database(file)
    for (const migration of MIGRATIONS) db.exec(migration)
    db.pragma(`user_version = ${MIGRATIONS.length + 1}`)
    db.close()
    const bytes = readFileSync(file)
    expect(openDatabase(file).ok).toBe(false)
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })
})
