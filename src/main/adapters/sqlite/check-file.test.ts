import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { unreadable } from '../data-folder/unreadable.fixture.ts'
import { checkFile, faultOf } from './check-file.ts'
import { openDatabase } from './open-database.ts'

function freshFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-check-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'phoenix.db')
}

/** A database as Phoenix leaves it, after `damage`. */
function madeWith(damage: (db: Database.Database) => void): string {
  const file = freshFile()
  const opened = openDatabase(file)
  if (!opened.ok) throw new Error(opened.error)
  damage(opened.value)
  opened.value.close()
  return file
}

function digest(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** Expects a refusal with a sentence, and every byte unchanged. */
function expectRefused(file: string, sentence: RegExp): void {
  const before = digest(file)
  const opened = openDatabase(file)
  expect(opened.ok ? 'opened' : opened.error).toMatch(sentence)
  expect(opened.ok ? '' : opened.error).toContain('Nothing was changed.')
  expect(digest(file)).toBe(before)
}

test('a database without one of its tables is refused with a sentence that names it', () => {
  const file = madeWith((db) => {
    db.pragma('foreign_keys = OFF')
    db.exec('DROP TABLE drafts')
  })
  expectRefused(file, /has no table drafts/)
})

test.for([
  ['without a version', 'CREATE TABLE notes (text)'],
  ['with a version of its own', 'CREATE TABLE notes (text); PRAGMA user_version = 3'],
] as const)('the database of another program is not changed: %s', ([, sql]) => {
  const file = freshFile()
  const other = new Database(file)
  other.exec(sql)
  other.close()
  expectRefused(file, /of another program/)
  expect(readdirSync(join(file, '..'))).toEqual(['phoenix.db'])
})

test('an emptied database next to a full journal is not taken for a new one', () => {
  const file = freshFile()
  const opened = openDatabase(file)
  if (!opened.ok) throw new Error(opened.error)
  const journal = readFileSync(`${file}-wal`)
  expect(journal.length).toBeGreaterThan(0)
  opened.value.close()
  writeFileSync(file, '')
  writeFileSync(`${file}-wal`, journal)
  expectRefused(file, /journal .* still contains data/)
  expect(readFileSync(`${file}-wal`).equals(journal)).toBe(true)
  rmSync(file)
  expect(openDatabase(file)).toMatchObject({ ok: false })
  expect(existsSync(file)).toBe(false)
})

test('a file that is no database, or an unreadable one, is refused with a sentence', () => {
  const file = freshFile()
  writeFileSync(file, 'no database'.repeat(200))
  expectRefused(file, /could not be opened/)
})

test('a folder in its place is refused as what it is', () => {
  const file = freshFile()
  mkdirSync(file)
  const sentence = `The database ${file} could not be opened: it is a folder. Nothing was changed. Move it away, or name another data folder with --data.`
  expect(checkFile(file)).toEqual({ ok: false, error: { type: 'refused', sentence } })
})

test.skipIf(process.platform === 'win32').each(['', '-wal', '-shm'])(
  'a database whose file%s this account cannot open is refused, and the sentence names the file',
  (end) => {
    const file = madeWith(() => {})
    writeFileSync(`${file}${end}`, '', { flag: 'a' })
    using _ = unreadable(`${file}${end}`)
    const denied = `${file}${end} can’t be read and written: its links form a loop`
    const sentence = `The database ${file} could not be opened: ${denied}. Nothing was changed. Make that writable for your account, then try again.`
    expect(openDatabase(file)).toEqual({ ok: false, error: sentence })
  },
)

test('a new one, an empty one, and one of Phoenix are opened', () => {
  const file = freshFile()
  writeFileSync(file, '')
  for (let start = 0; start < 2; start++) {
    const opened = openDatabase(file)
    if (!opened.ok) throw new Error(opened.error)
    opened.value.close()
  }
})

test('a database that another program holds is refused, and the sentence says so', () => {
  const file = madeWith(() => {})
  const other = new Database(file)
  other.exec('BEGIN IMMEDIATE')
  const ours = new Database(file, { timeout: 0 })
  const error = thrownBy(() => ours.exec('BEGIN IMMEDIATE'))
  const sentence = `Another program holds the database ${file}. Close that program, then start Phoenix again. Nothing was changed.`
  expect(faultOf(file, error)).toEqual({ type: 'refused', sentence })
  ours.close()
  other.close()
})

function thrownBy(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
