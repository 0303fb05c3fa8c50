import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { failed } from '../../../../shared/result.ts'
import { createSqliteStore } from '../store.ts'
import { backupFolder } from './backup-files.ts'
import { makeBackup } from './make-backup.ts'
import { beginRecovery } from './recovery.ts'
import { filled, recoveryOf } from './rescue.fixture.ts'
import { damageTable, freshFile, NOW, started } from './upkeep.fixture.ts'

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

test('starting empty where an earlier attempt is in the way says so and leaves the database', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'phoenix-recovery-')), 'phoenix.db')
  writeFileSync(file, 'damaged')
  mkdirSync(`${file}.new`)
  const recovery = beginRecovery({
    file,
    fault: { type: 'damaged', sentence: 'It is damaged.' },
    upkeep: { run: () => Promise.resolve(failed('none')), close: () => Promise.resolve() },
    log: SILENT,
    now: () => 1,
  })
  expect(recovery.startEmpty()).toMatchObject({
    ok: false,
    error: { code: 'storage', message: expect.stringContaining('could not be done') },
  })
  expect(readFileSync(file, 'utf8')).toBe('damaged')
  await recovery.close()
})

test('a second restore, from another window, leaves the restored database where it is', async () => {
  const file = freshFile()
  await filled(file)
  damageTable(file, 'drafts')
  const recovery = recoveryOf(file)
  expect(await Promise.all([recovery.restore(), recovery.restore()])).toMatchObject([
    { ok: true },
    { ok: true },
  ])
  expect(recovery.startEmpty()).toMatchObject({ ok: true })
  await recovery.close()
  const { db } = await started(file)
  expect(createSqliteStore(db, { warn: () => {} }).list()).toHaveLength(3)
})

test('a rescue that fails leaves no file', async () => {
  const file = freshFile()
  await filled(file, false)
  const db = new Database(file)
  db.pragma('foreign_keys = OFF')
  db.exec(`
    UPDATE conversations SET parent_id = 'gone', parent_call_id = 'x', parent_index = 0, task = 't' WHERE id = 'c1';
    CREATE TRIGGER stays BEFORE DELETE ON conversations BEGIN SELECT RAISE (ABORT, 'it stays'); END`)
  db.close()
  await makeBackup(file, backupFolder(dirname(file)), NOW)
  writeFileSync(file, 'no database'.repeat(1000))
  const recovery = recoveryOf(file)
  expect(await recovery.prepared()).toMatchObject({
    rescued: null,
    problem: expect.stringContaining('it stays'),
  })
  await recovery.close()
  expect(readdirSync(dirname(file)).filter((name) => name.includes('.rescued'))).toEqual([])
})
