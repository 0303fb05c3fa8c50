import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Preparation } from '../../../../shared/storage/preparation.ts'
import { MIGRATIONS } from '../migrate.ts'
import { backupFolder, backupsIn } from './backup-files.ts'
import { openStore } from './open-store.ts'
import { createUpkeep } from './upkeep.ts'
import { freshFile, NOW, ofFormat, refusal } from './upkeep.fixture.ts'
import { threadSource } from '../../system/thread-source.fixture.ts'

/** Makes the file larger than what is checked before the first window. */
function makeLarge(file: string): void {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE filler (bytes BLOB); INSERT INTO filler VALUES (zeroblob(70000000))')
  db.close()
}

test('a large database is backed up and migrated off the main loop, and reports its progress', async () => {
  const file = freshFile()
  ofFormat(file, 3)
  makeLarge(file)
  const upkeep = createUpkeep(threadSource('./upkeep-worker.ts', import.meta.url))
  const reported: Preparation[] = []
  const opened = await openStore({
    file,
    upkeep,
    now: NOW,
    onPreparation: (each) => reported.push(each),
  })
  if (!opened.ok) throw new Error(opened.error.sentence)
  opened.value.db.close()
  const shares = (step: Preparation['step']): readonly (number | null)[] =>
    reported.filter((each) => each.step === step).map(({ share }) => share)
  expect([...new Set(reported.map(({ step }) => step))]).toEqual([
    'backingUp',
    'checkingBackup',
    'migrating',
  ])
  const copied = shares('backingUp')
  expect(copied.length).toBeGreaterThan(5)
  expect(copied.toSorted((one, other) => Number(one) - Number(other))).toEqual(copied)
  expect(shares('migrating')).toHaveLength(MIGRATIONS.length - 3)
  expect(backupsIn(backupFolder(dirname(file)), NOW)).toMatchObject([{ format: 3, at: NOW }])
})

test('a large database whose preparation was stopped is unchanged, and the next start begins again', async () => {
  const file = freshFile()
  ofFormat(file, 3)
  makeLarge(file)
  const upkeep = createUpkeep(threadSource('./upkeep-worker.ts', import.meta.url))
  const onPreparation = ({ share }: Preparation): void => {
    if (share !== null && share > 0.2) void upkeep.close()
  }
  expect(await openStore({ file, upkeep, now: NOW, onPreparation })).toMatchObject({
    ok: false,
    error: { type: 'refused', sentence: expect.stringContaining('it was stopped') },
  })
  const db = new Database(file, { readonly: true })
  expect(db.pragma('user_version', { simple: true })).toBe(3)
  db.close()
  const folder = backupFolder(dirname(file))
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toHaveLength(1)
  expect(await refusal(file)).toBe('opened')
  expect(backupsIn(folder, NOW)).toMatchObject([{ format: 3 }])
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})
