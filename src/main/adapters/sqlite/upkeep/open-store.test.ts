import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Preparation } from '../../../../shared/storage/preparation.ts'
import { VERSION } from '../../../../shared/version.ts'
import { canShrink } from '../history/give-back.ts'
import { MIGRATIONS } from '../migrate.ts'
import { backupFolder, backupsIn } from './backup-files.ts'
import { moveDamaged, readDamage, recordDamage, undoMove } from './damage-record.ts'
import { readRecord } from './file-record.ts'
import { openStore } from './open-store.ts'
import {
  closedWith,
  damageTable,
  DAY_MS,
  freshFile,
  NOW,
  ofFormat,
  refusal,
  started,
  UPKEEP,
  written,
} from './upkeep.fixture.ts'

function digest(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

test('a first start creates a database that records its writer, and is marked open until it is closed properly', async () => {
  const file = freshFile()
  const { db, isCheckDue } = await started(file)
  expect(isCheckDue).toBe(false)
  expect(readRecord(db)).toEqual({ writtenBy: VERSION, checkedAt: NOW, isInUse: true })
  expect(readdirSync(dirname(file)).filter((name) => !name.startsWith('phoenix.db'))).toEqual([])
})

test('a database that was not closed properly is read completely before it is used', async () => {
  const file = freshFile()
  written(file, 3).close()
  damageTable(file, 'drafts')
  const before = digest(file)
  expect(await refusal(file)).toMatch(
    /^damaged: The database .* is damaged\. SQLite says: .* Nothing was changed\.$/,
  )
  expect(digest(file)).toBe(before)
})

test('one that was closed properly is read completely after a week, and not again the next day', async () => {
  const file = freshFile()
  const first = await started(file)
  first.db.exec('UPDATE file_record SET is_in_use = 0')
  first.db.close()
  damageTable(file, 'drafts')
  expect(await refusal(file, NOW + 6 * DAY_MS)).toBe('opened')
  const db = new Database(file)
  db.exec('UPDATE file_record SET is_in_use = 0')
  db.close()
  expect(await refusal(file, NOW + 8 * DAY_MS)).toMatch(/^damaged/)
})

test('damage found by an earlier run is looked for first, and forgotten if all is well', async () => {
  const file = freshFile()
  closedWith(file, 3)
  recordDamage(file, { sentence: 'A page could not be read.', movingTo: null })
  expect(await refusal(file)).toBe('opened')
  expect(readDamage(file)).toBe(null)
  damageTable(file, 'drafts')
  recordDamage(file, { sentence: 'A page could not be read.', movingTo: null })
  expect(await refusal(file)).toMatch(/^damaged: A page could not be read\. The database /)
  expect(readDamage(file)).not.toBe(null)
})

test('a verified backup exists before a migration begins', async () => {
  const file = freshFile()
  ofFormat(file, 3)
  const { db } = await started(file)
  expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length)
  expect(canShrink(db)).toBe(true)
  const backups = backupsIn(backupFolder(dirname(file)), NOW)
  expect(backups).toMatchObject([{ format: 3, at: NOW }])
  const copy = new Database(backups[0]?.path ?? '', { readonly: true })
  expect(copy.pragma('user_version', { simple: true })).toBe(3)
  copy.close()
})

test('a small database is ready before the first window, and reports no progress', async () => {
  const file = freshFile()
  ofFormat(file, 3)
  const reported: Preparation[] = []
  const opened = await openStore({
    file,
    upkeep: UPKEEP,
    now: NOW,
    onPreparation: (each) => reported.push(each),
  })
  if (!opened.ok) throw new Error(opened.error.sentence)
  opened.value.db.close()
  expect(reported).toEqual([])
})

test('without a backup nothing is migrated', async () => {
  const file = freshFile()
  ofFormat(file, 3)
  writeFileSync(backupFolder(dirname(file)), 'in the way')
  expect(await refusal(file)).toMatch(
    /^refused: This version of Phoenix stores data in a new format, but .* could not be backed up first: there is a file where a folder should be\. Nothing was changed\.$/,
  )
  const db = new Database(file, { readonly: true })
  expect(db.pragma('user_version', { simple: true })).toBe(3)
  db.close()
})

test.runIf(process.platform === 'linux')('after an error it is not left open', async () => {
  const file = freshFile()
  ofFormat(file, MIGRATIONS.length - 1)
  const upkeep = { ...UPKEEP, run: () => Promise.reject(new Error('a bug')) }
  expect(await openStore({ file, upkeep, now: NOW })).toMatchObject({ ok: false })
  const open = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return []
    }
  })
  expect(open.filter((path) => path.startsWith(file))).toEqual([])
})

test('a newer database is refused untouched, naming the version that wrote it', async () => {
  const file = freshFile()
  const db = written(file, 1)
  db.exec("UPDATE file_record SET written_by = '9.8.7', is_in_use = 0")
  db.pragma('user_version = 99')
  db.close()
  const before = digest(file)
  expect(await refusal(file)).toBe(
    `refused: The data was written by a newer Phoenix (version 9.8.7, format 99); this one (version ${VERSION}) knows format ${MIGRATIONS.length}. Install the newer version; nothing was changed.`,
  )
  expect(digest(file)).toBe(before)
  expect(existsSync(backupFolder(dirname(file)))).toBe(false)
})

test.each(['gone', 'empty'])(
  'a database that is %s is never taken for a first start',
  async (how) => {
    const file = freshFile()
    ofFormat(file, 3)
    const opened = await openStore({ file, upkeep: UPKEEP, now: NOW })
    if (!opened.ok) throw new Error(opened.error.sentence)
    opened.value.db.close()
    if (how === 'gone') rmSync(file)
    else writeFileSync(file, '')
    expect(await refusal(file)).toMatch(/^damaged: .* is empty or gone, although there was one/)
    expect(existsSync(file)).toBe(how === 'empty')
  },
)

test.each(['phoenix.reserve', 'blobs', 'log', 'outputs', 'undo'])(
  'a missing database whose folder has %s is no first start, though nothing was backed up',
  async (trace) => {
    const file = freshFile()
    writeFileSync(join(dirname(file), trace), '')
    expect(await refusal(file)).toMatch(/^damaged: .* is empty or gone, although there was one/)
    expect(existsSync(file)).toBe(false)
  },
)

test('one that was open in this process is no first start either, with or without its folder', async () => {
  const file = freshFile()
  const openAgain = async (): Promise<string> => {
    const opened = await openStore({ file, upkeep: UPKEEP, now: NOW, isAgain: true })
    return opened.ok ? 'opened' : `${opened.error.type}: ${opened.error.sentence}`
  }
  expect(await openAgain()).toMatch(/^damaged: .* is empty or gone, although there was one/)
  rmSync(dirname(file), { recursive: true })
  expect(await openAgain()).toMatch(/^damaged: .* is empty or gone, although there was one/)
  expect(existsSync(dirname(file))).toBe(false)
})

test('a damaged database is moved aside whole, and comes back whole after a kill before it was replaced', () => {
  const file = freshFile()
  const db = written(file, 3)
  const [whole, journal] = [file, `${file}-wal`].map((path) => readFileSync(path))
  db.close()
  const putBack = (): void => {
    writeFileSync(file, whole ?? '')
    writeFileSync(`${file}-wal`, journal ?? '')
  }
  putBack()
  const movedTo = moveDamaged(file, 'Damaged.', 7)
  expect(movedTo).toBe(`${file}.corrupt-7`)
  const moved = ['corrupt-7', 'corrupt-7-wal', 'damaged'].map((end) => `phoenix.db.${end}`)
  expect(readdirSync(dirname(file)).toSorted()).toEqual(moved)
  const inPlace = ['phoenix.db', 'phoenix.db-wal', 'phoenix.db.damaged']
  undoMove(file)
  expect(readdirSync(dirname(file)).toSorted()).toEqual(inPlace)
  // A kill between two renames of the move.
  renameSync(file, movedTo)
  undoMove(file)
  expect(readdirSync(dirname(file)).toSorted()).toEqual(inPlace)
  expect(readFileSync(file).equals(whole ?? Buffer.alloc(0))).toBe(true)
  expect(readFileSync(`${file}-wal`).equals(journal ?? Buffer.alloc(0))).toBe(true)
  // The new database is in place: nothing is taken back.
  moveDamaged(file, 'Damaged.', 7)
  writeFileSync(file, 'new')
  undoMove(file)
  expect(readFileSync(file, 'utf8')).toBe('new')
  expect(existsSync(`${file}-wal`)).toBe(false)
})

test('a database whose move cannot be recorded is not moved', () => {
  const file = freshFile()
  writeFileSync(file, 'damaged')
  mkdirSync(join(`${file}.damaged`, 'in the way'), { recursive: true })
  expect(() => moveDamaged(file, 'Damaged.', 7)).toThrow()
  expect(readFileSync(file, 'utf8')).toBe('damaged')
})
