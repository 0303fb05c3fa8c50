import Database from 'better-sqlite3'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { migrate, MIGRATIONS } from './migrate.ts'
import { openCounted } from './statements.fixture.ts'
import { freshFile } from './temporary.fixture.ts'

/** The formats for which data with rows of each kind is made, from the oldest one that was shipped. */
export const FORMATS = Array.from({ length: MIGRATIONS.length - 2 }, (_, index) => index + 3)

/** Writes a database as the Phoenix of this format did, with a conversation in each state. */
export function writeFormat(file: string, format: number): void {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.exec(readFileSync(join(import.meta.dirname, 'format-3.fixture.sql'), 'utf8'))
  MIGRATIONS.slice(3, format).forEach((sql, index) => {
    db.exec(sql)
    db.pragma(`user_version = ${index + 4}`)
  })
  db.close()
}

interface Shape {
  readonly format: number
  readonly schema: readonly string[]
  readonly rows: Readonly<Record<string, unknown>>
}

/** The schema, and how many rows each table has. */
export function shapeOf(file: string): Shape {
  const db = new Database(file, { readonly: true })
  const format = Number(db.pragma('user_version', { simple: true }))
  const schema = db
    .prepare<[], { sql: string }>(
      'SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name',
    )
    .all()
    .map(({ sql }) => sql)
  const rows = Object.fromEntries(
    ['conversations', 'messages', 'events', 'drafts'].map((table) => [
      table,
      db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
    ]),
  )
  const isWhole = db.pragma('integrity_check', { simple: true })
  db.close()
  if (isWhole !== 'ok') throw new Error(String(isWhole))
  return { format, schema, rows }
}

/**
 * Interrupts a migration of this file at the statement with this number, counted from 1. Returns false if there is no such
 * statement.
 */
export type Interruption = (file: string, at: number) => boolean

/**
 * Interrupts the migration from this format at each of its statements. Each time the file has a complete format with all
 * rows, the old one or a newer one, and the next start brings it to the newest.
 */
export function expectWholeFormats(from: number, interrupt: Interruption): void {
  const samples = new Map(
    FORMATS.filter((format) => format >= from).map((format) => {
      const file = freshFile()
      writeFormat(file, format)
      return [format, { file, shape: shapeOf(file) }] as const
    }),
  )
  const newest = samples.get(MIGRATIONS.length)?.shape
  for (let at = 1; ; at++) {
    const file = freshFile()
    copyFileSync(samples.get(from)?.file ?? '', file)
    const isInterrupted = interrupt(file, at)
    const left = shapeOf(file)
    expect([at, left]).toEqual([at, samples.get(left.format)?.shape])
    const again = new Database(file)
    expect(migrate(again).ok).toBe(true)
    again.close()
    expect([at, shapeOf(file)]).toEqual([at, newest])
    if (isInterrupted) continue
    // For each migration: BEGIN, at least one statement, the new number, COMMIT.
    expect(at).toBeGreaterThan(4 * (MIGRATIONS.length - from))
    return
  }
}

/** Makes the statement throw. */
export function throwAt(file: string, at: number): boolean {
  const db = openCounted(file, (count) => {
    if (count === at) throw new Error('the statement failed')
  })
  try {
    migrate(db)
    return false
  } catch {
    return true
  } finally {
    db.close()
  }
}
