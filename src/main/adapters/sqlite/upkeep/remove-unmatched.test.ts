import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { backupFolder } from './backup-files.ts'
import { removeUnmatched } from './remove-unmatched.ts'
import { makeBackup } from './make-backup.ts'
import { filled, recoveryOf, restored } from './rescue.fixture.ts'
import { freshFile, NOW } from './upkeep.fixture.ts'

test('rows of no conversation do not prevent a rescue from their backup: all others come back', async () => {
  const file = freshFile()
  await filled(file, false)
  const made = await makeBackup(file, backupFolder(dirname(file)), NOW)
  if (!made.ok) throw new Error(made.error.reason)
  const db = new Database(made.value.path)
  db.pragma('foreign_keys = OFF')
  db.prepare('DELETE FROM conversations WHERE id = ?').run('c1')
  db.exec(`UPDATE conversations SET parent_id = 'c1', parent_call_id = 'm1.0', parent_index = 0, task = 'Look'
    WHERE id = 'c2'`)
  db.close()
  writeFileSync(file, 'no database'.repeat(1000))
  const recovery = recoveryOf(file)
  expect(await recovery.prepared()).toMatchObject({
    problem: null,
    rescued: { backupAt: NOW, conversations: 1, messages: 50 },
  })
  await recovery.close()
  expect(await restored(file)).toEqual({ c3: 50 })
})

test('a conversation whose damaged row has no id does not keep rows of no conversation', () => {
  const db = new Database(':memory:')
  db.pragma('foreign_keys = OFF')
  db.exec(`
    CREATE TABLE conversations (id TEXT PRIMARY KEY);
    CREATE TABLE drafts (conversation_id TEXT PRIMARY KEY REFERENCES conversations (id));
    INSERT INTO conversations VALUES (NULL), ('c1');
    INSERT INTO drafts VALUES ('c1'), ('c2')`)
  removeUnmatched(db)
  expect(db.prepare('SELECT conversation_id FROM drafts').pluck().all()).toEqual(['c1'])
  db.close()
})
