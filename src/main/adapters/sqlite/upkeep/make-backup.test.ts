import {
  chmodSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { MIGRATIONS } from '../migrate.ts'
import { backupFolder, backupsIn, clearUnfinished } from './backup-files.ts'
import { makeBackup } from './make-backup.ts'
import { createUpkeep } from './upkeep.ts'
import { closedWith, damageTable, DAY_MS, freshFile, NOW, written } from './upkeep.fixture.ts'
import { threadSource } from '../../system/thread-source.fixture.ts'

function messagesIn(file: string): unknown {
  const db = new Database(file, { readonly: true })
  const count = db.prepare('SELECT count(*) FROM messages').pluck().get()
  db.close()
  return count
}

test('a backup is one separate file, named by time and format, readable only by its owner', async () => {
  const file = freshFile()
  const db = written(file, 3)
  const made = await makeBackup(file, backupFolder(dirname(file)), NOW)
  if (!made.ok) throw new Error(made.error.reason)
  const { path, ...facts } = made.value
  const format = MIGRATIONS.length
  expect(facts).toEqual({ at: NOW, format, bytes: statSync(path).size })
  const name = `phoenix-2026-11-23T20-00-00.000Z-format-${format}.db`
  expect(readdirSync(dirname(path))).toEqual([name])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  expect(messagesIn(path)).toBe(3)
  expect(readdirSync(dirname(path))).toEqual([name])
  expect(backupsIn(dirname(path), NOW)).toEqual([made.value])
  db.close()
})

test('a write during a backup is in the database, and never partly in the backup', async () => {
  const file = freshFile()
  const db = written(file, 3)
  const making = makeBackup(file, backupFolder(dirname(file)), NOW)
  db.exec('UPDATE conversations SET updated_at = 77')
  const made = await making
  expect(made).toMatchObject({ ok: true })
  expect(db.prepare('SELECT updated_at FROM conversations').pluck().get()).toBe(77)
  db.close()
})

test('the three newest are kept', async () => {
  const file = freshFile()
  closedWith(file, 1)
  const folder = backupFolder(dirname(file))
  for (let day = 0; day < 5; day++) await makeBackup(file, folder, NOW + day * DAY_MS)
  expect(backupsIn(folder, NOW + 4 * DAY_MS).map(({ at }) => (at - NOW) / DAY_MS)).toEqual([
    4, 3, 2,
  ])
})

test('a backup of a damaged database does not count, and replaces none', async () => {
  const file = freshFile()
  closedWith(file, 3)
  const folder = backupFolder(dirname(file))
  for (let day = 0; day < 3; day++) await makeBackup(file, folder, NOW + day * DAY_MS)
  const before = readdirSync(folder)
  damageTable(file, 'packed_messages')
  const made = await makeBackup(file, folder, NOW + 3 * DAY_MS)
  expect(made).toMatchObject({ ok: false, error: { type: 'damaged' } })
  expect(readdirSync(folder)).toEqual(before)
})

test('a folder that cannot be created is a reason, not an error', async () => {
  const file = freshFile()
  closedWith(file, 1)
  const folder = backupFolder(dirname(file))
  writeFileSync(folder, 'a file')
  const made = await makeBackup(file, folder, NOW)
  const reason = 'there is a file where a folder should be'
  expect(made).toEqual({ ok: false, error: { type: 'failed', reason } })
})

test('files left by a kill are removed, and nothing else', () => {
  const folder = backupFolder(dirname(freshFile()))
  mkdirSync(folder)
  const name = 'phoenix-2026-11-23T20-00-00.000Z-format-16.db'
  for (const end of ['', '.part', '.part-journal']) writeFileSync(join(folder, name + end), 'x')
  writeFileSync(join(folder, 'notes.part'), 'x')
  expect(backupsIn(folder, NOW)).toHaveLength(1)
  clearUnfinished(folder)
  expect(readdirSync(folder).toSorted()).toEqual(['notes.part', name])
})

test('a separate thread makes the backup, and gives the reason if it cannot run', async () => {
  const file = freshFile()
  const db = written(file, 3)
  const upkeep = createUpkeep(threadSource('./upkeep-worker.ts', import.meta.url))
  const folder = backupFolder(dirname(file))
  const made = await upkeep.run({ type: 'backup', file, folder, at: NOW, isAlone: false })
  expect(made).toMatchObject({ ok: true, value: { ok: true, value: { at: NOW } } })
  expect(await upkeep.run({ type: 'check', file })).toEqual({ ok: true, value: null })
  db.close()
  rmSync(file)
  expect(await upkeep.run({ type: 'check', file })).toMatchObject({
    ok: false,
    error: expect.stringContaining('unable to open'),
  })
  const stopped = upkeep.run({ type: 'check', file })
  await upkeep.close()
  expect(await stopped).toMatchObject({ ok: false })
})

test.skipIf(process.platform === 'win32')(
  'a folder that a person’s link leads to is used, and stays open to whom it was open',
  async () => {
    const file = freshFile()
    closedWith(file, 3)
    const elsewhere = join(dirname(file), 'shared')
    mkdirSync(elsewhere)
    chmodSync(elsewhere, 0o755)
    symlinkSync(elsewhere, backupFolder(dirname(file)))
    const made = await makeBackup(file, backupFolder(dirname(file)), NOW)
    expect(made).toMatchObject({ ok: true })
    expect(statSync(elsewhere).mode & 0o777).toBe(0o755)
    const [name = ''] = readdirSync(elsewhere)
    expect(statSync(join(elsewhere, name)).mode & 0o777).toBe(0o600)
  },
)
