import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { ConversationId } from '../../../../shared/ids.ts'
import { oneOfEvery } from '../../../../shared/testing/by-tier.ts'
import { openDatabase } from '../open-database.ts'
import { createSqliteStore } from '../store.ts'
import { backupFolder } from './backup-files.ts'
import { moveDamaged } from './damage-record.ts'
import { makeBackup } from './make-backup.ts'
import type { Recovery } from './recovery.ts'
import {
  addEvents,
  digestOf,
  filled,
  IDS,
  pagesOf,
  recoveryOf,
  restored,
} from './rescue.fixture.ts'
import {
  damageTable,
  freshFile,
  NOW,
  overwrite,
  refusal,
  started,
  written,
} from './upkeep.fixture.ts'

test('what can be read of a damaged file is newer than the backup, and is restored', async () => {
  const file = freshFile()
  await filled(file)
  // The table of conversations does not lead to it: all drafts are gone.
  damageTable(file, 'drafts')
  const recovery = recoveryOf(file)
  expect(await recovery.prepared()).toMatchObject({
    found: 'It is damaged.',
    isDamaged: true,
    problem: null,
    rescued: { backupAt: NOW, conversations: 3, messages: 150, salvaged: 3, behind: [], lost: [] },
  })
  expect(recovery.view().rescued).toMatchObject({
    list: 'whole',
    areRulesOld: false,
    // Whether there was one cannot be seen any more.
    lostParts: IDS.map(() => ({ title: 'New conversation', part: 'draft' })),
  })
  await recovery.close()
  expect(await restored(file)).toEqual({ c1: 50, c2: 50, c3: 50 })
})

test('a conversation on an unreadable page stays as in the backup, and the others are newer', async () => {
  const file = freshFile()
  await filled(file)
  const size = 4096
  const bytes = readFileSync(file)
  const page = pagesOf(file, 'packed_messages').find((each) =>
    bytes.subarray((each - 1) * size, each * size).includes('mc2.45'),
  )
  overwrite(file, ((page ?? expect.fail('no page')) - 1) * size, size)
  const recovery = recoveryOf(file)
  const { rescued } = await recovery.prepared()
  expect(rescued?.behind.length).toBeGreaterThan(0)
  await recovery.close()
  const after = await restored(file)
  expect(after['c2']).toBe(40)
  expect(Object.values(after).filter((count) => count === 50).length).toBe(rescued?.salvaged)
})

test('what has not changed since the backup is taken from it, with the current name and draft', async () => {
  const file = freshFile()
  const opened = openDatabase(file)
  if (!opened.ok) throw new Error(opened.error)
  const [id] = IDS
  if (id === undefined) throw new Error('no id')
  const store = createSqliteStore(opened.value, { warn: () => {} })
  store.createConversation({ id, folder: '/work', permissionMode: 'ask', at: 1 })
  addEvents(store, id, 1, 40)
  await makeBackup(file, backupFolder(dirname(file)), NOW)
  store.rename(id, 'Named since', 'person')
  store.saveDraft(id, { text: 'Half', attachments: [], caret: 2 })
  opened.value.close()
  for (const page of pagesOf(file, 'packed_messages').slice(1))
    overwrite(file, (page - 1) * 4096, 4096)
  const recovery = recoveryOf(file)
  expect(await recovery.prepared()).toMatchObject({
    rescued: { messages: 40, salvaged: 0, behind: [], lost: [] },
  })
  await recovery.restore()
  await recovery.close()
  const after = createSqliteStore((await started(file)).db, { warn: () => {} })
  expect(after.conversation(id)?.title).toBe('Named since')
  expect(after.draft(id).text).toBe('Half')
  expect(after.history(id)).toHaveLength(40)
})

test('without a backup everything comes from the damaged file, and without either nothing is invented', async () => {
  const file = freshFile()
  await filled(file, false)
  damageTable(file, 'drafts')
  expect(await restored(file)).toEqual({ c1: 50, c2: 50, c3: 50 })
  const other = freshFile()
  await filled(other, false)
  writeFileSync(other, 'no database'.repeat(1000))
  const recovery = recoveryOf(other)
  expect((await recovery.prepared()).rescued).toMatchObject({ backupAt: null, conversations: 0 })
  await recovery.close()
})

const TREES = [
  'history_keys',
  'sqlite_autoindex_history_keys_1',
  'sqlite_autoindex_packed_messages_2',
  'sqlite_autoindex_packed_events_1',
]

test.each(oneOfEvery(2, TREES))(
  'rows no longer reachable through %s are found by scanning their tables',
  async (tree) => {
    const file = freshFile()
    await filled(file, false)
    for (const page of pagesOf(file, tree)) overwrite(file, (page - 1) * 4096, 4096)
    expect(await restored(file)).toEqual({ c1: 50, c2: 50, c3: 50 })
  },
)

test.each([
  ['sqlite_schema', 'none'],
  ['conversations', 'part'],
] as const)('with %s unreadable, the conversations found are %s of all', async (table, list) => {
  const file = freshFile()
  await filled(file, false)
  for (const page of pagesOf(file, table)) overwrite(file, (page - 1) * 4096, 4096)
  const recovery = recoveryOf(file)
  const { rescued } = await recovery.prepared()
  await recovery.close()
  expect(rescued).toMatchObject({ conversations: 0, list })
})

test('if an index and a page of rows are lost, only the rows on that page are', async () => {
  const file = freshFile()
  await filled(file, false)
  const rows = pagesOf(file, 'packed_messages').slice(1)
  const first = rows[0] ?? expect.fail('one page only')
  for (const page of [first, ...pagesOf(file, 'sqlite_autoindex_packed_messages_2')])
    overwrite(file, (page - 1) * 4096, 4096)
  const recovery = recoveryOf(file)
  const { rescued } = await recovery.prepared()
  await recovery.close()
  expect(rescued?.salvaged).toBeGreaterThan(0)
  expect(rescued?.lost.length).toBeGreaterThan(0)
})

test.each([
  ['cut off', (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2))],
  ['of another kind', (file: string) => writeFileSync(file, 'no database'.repeat(1000))],
  ['empty', (file: string) => writeFileSync(file, '')],
  ['without its first page', (file: string) => overwrite(file, 0, 4096)],
])('a database that is %s: the backup comes back, the file is kept', async (_, damage) => {
  const file = freshFile()
  await filled(file)
  damage(file)
  expect(await refusal(file)).toMatch(/^damaged/)
  const after = await restored(file)
  for (const count of Object.values(after)) expect([40, 50]).toContain(count)
  expect(Object.keys(after)).toHaveLength(3)
})

test('a damaged backup is skipped for an older one', async () => {
  const file = freshFile()
  await filled(file)
  const folder = backupFolder(dirname(file))
  const newer = await makeBackup(file, folder, NOW + 5)
  if (!newer.ok) throw new Error(newer.error.reason)
  damageTable(newer.value.path, 'packed_messages')
  writeFileSync(file, 'no database'.repeat(1000))
  const recovery = recoveryOf(file)
  expect((await recovery.prepared()).rescued).toMatchObject({ backupAt: NOW, messages: 120 })
  await recovery.close()
})

test('of a conversation whose draft or waiting messages cannot be read, those of the backup stay', async () => {
  const file = freshFile()
  await filled(file, false)
  const db = new Database(file)
  const [id] = IDS
  db.exec(`INSERT INTO waiting_messages (conversation_id, id, position, text, attachments, "when")
    VALUES ('${id}', 'w1', 1, 'Then this', '[]', 'idle')`)
  db.close()
  await makeBackup(file, backupFolder(dirname(file)), NOW)
  damageTable(file, 'drafts')
  damageTable(file, 'waiting_messages')
  const recovery = recoveryOf(file)
  await recovery.prepared()
  expect(await recovery.restore()).toMatchObject({ ok: true })
  await recovery.close()
  const after = createSqliteStore((await started(file)).db, { warn: () => {} })
  expect(after.draft(id as ConversationId).text).toBe('Half')
  expect(after.waiting(id as ConversationId)).toMatchObject([{ text: 'Then this' }])
})

test('rules that no table could have do not prevent the rescue of everything else', async () => {
  const file = freshFile()
  await filled(file, false)
  const db = new Database(file)
  db.exec('ALTER TABLE folder_rules RENAME TO rules_before')
  db.exec('CREATE TABLE folder_rules AS SELECT * FROM rules_before')
  db.exec('INSERT INTO folder_rules DEFAULT VALUES')
  db.close()
  const recovery = recoveryOf(file)
  expect(await recovery.prepared()).toMatchObject({ rescued: { areRulesOld: true } })
  await recovery.close()
  expect(await restored(file)).toEqual({ c1: 50, c2: 50, c3: 50 })
})

test('rules on an unreadable page are named: those of the backup apply', async () => {
  const file = freshFile()
  await filled(file)
  damageTable(file, 'folder_rules')
  const recovery = recoveryOf(file)
  expect(await recovery.prepared()).toMatchObject({
    problem: null,
    rescued: { areRulesOld: true, salvaged: 3 },
  })
  await recovery.close()
})

test('a conversation being deleted when the backup was made does not return', async () => {
  const file = freshFile()
  const db = written(file, 60)
  const store = createSqliteStore(db, { warn: () => {} })
  store.removeConversations(['c1' as ConversationId])
  expect(store.leavingRows()).toEqual(['c1'])
  await makeBackup(file, backupFolder(dirname(file)), NOW)
  db.close()
  writeFileSync(file, 'no database'.repeat(1000))
  const recovery = recoveryOf(file)
  expect(await recovery.prepared()).toMatchObject({
    problem: null,
    rescued: { backupAt: NOW, conversations: 0, messages: 0 },
  })
  await recovery.close()
})

test('after a kill in the middle of a restore, what is newer than the backup can still be restored', async () => {
  const file = freshFile()
  await filled(file)
  damageTable(file, 'drafts')
  moveDamaged(file, 'It is damaged.', NOW)
  expect(await refusal(file)).toMatch(/^damaged: It is damaged/)
  expect(await restored(file)).toEqual({ c1: 50, c2: 50, c3: 50 })
})

test('starting empty gives an empty database, and the damaged one is kept', async () => {
  const file = freshFile()
  await filled(file)
  writeFileSync(file, 'no database'.repeat(1000))
  const before = digestOf(file)
  const recovery = recoveryOf(file)
  expect(recovery.startEmpty()).toEqual({ ok: true, value: {} })
  await recovery.close()
  expect(digestOf(`${file}.corrupt-${NOW + 1}`)).toBe(before)
  const { db } = await started(file)
  expect(createSqliteStore(db, { warn: () => {} }).list()).toEqual([])
  expect(readdirSync(backupFolder(dirname(file)))).toHaveLength(1)
})

test('everything rescued can be exported, in parts', async () => {
  const file = freshFile()
  await filled(file)
  damageTable(file, 'drafts')
  const recovery = recoveryOf(file)
  expect(recovery.part(null)).toBe(null)
  await recovery.prepared()
  const seen: string[] = []
  let from = null as Parameters<Recovery['part']>[0]
  do {
    const part = recovery.part(from)
    seen.push(...(part?.messages ?? []).map(({ id }) => id))
    from = part?.next ?? null
  } while (from !== null)
  expect(seen).toHaveLength(150)
  expect(new Set(seen).size).toBe(150)
  await recovery.close()
})
