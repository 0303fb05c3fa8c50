import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect } from 'vitest'
import type { ConversationId } from '../../../../shared/ids.ts'
import { append, input, user } from '../../../runtime/fakes/contracts/store-samples.ts'
import type { Store } from '../../../runtime/ports/store.ts'
import { openDatabase } from '../open-database.ts'
import { createSqliteStore } from '../store.ts'
import { backupFolder } from './backup-files.ts'
import { markClosed } from './file-record.ts'
import { makeBackup } from './make-backup.ts'
import { beginRecovery, type Recovery } from './recovery.ts'
import { NOW, started, UPKEEP } from './upkeep.fixture.ts'

export const IDS = ['c1', 'c2', 'c3'] as readonly string[] as readonly ConversationId[]

/** Writes this many messages into each conversation. */
export function addEvents(store: Store, id: ConversationId, from: number, to: number): void {
  for (let n = from; n <= to; n++) {
    const rows = [input(`e${id}.${n}`)]
    append(store, { conversationId: id, rows, messages: [user(`m${id}.${n}`)], at: n })
  }
}

/** Folders with what `filled` has written, without and with a backup. */
const written = new Map<boolean, string>()
afterAll(() => {
  for (const folder of written.values()) rmSync(folder, { recursive: true })
  written.clear()
})

/** Three conversations of 40 messages, a backup of them, and 10 more messages in each. */
export async function filled(file: string, withBackup = true): Promise<void> {
  let folder = written.get(withBackup)
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'phoenix-filled-'))
    await fill(join(folder, basename(file)), withBackup)
    written.set(withBackup, folder)
  }
  cpSync(folder, dirname(file), { recursive: true })
}

async function fill(file: string, withBackup: boolean): Promise<void> {
  const opened = openDatabase(file)
  if (!opened.ok) throw new Error(opened.error)
  const store = createSqliteStore(opened.value, { warn: () => {} })
  for (const id of IDS)
    store.createConversation({ id, folder: '/work', permissionMode: 'ask', at: 1 })
  for (const id of IDS) addEvents(store, id, 1, 40)
  if (withBackup) await makeBackup(file, backupFolder(dirname(file)), NOW)
  for (const id of IDS) addEvents(store, id, 41, 50)
  store.saveDraft(IDS[0] as ConversationId, { text: 'Half', attachments: [], caret: 2 })
  markClosed(opened.value)
  opened.value.close()
}

export function recoveryOf(file: string): Recovery {
  return beginRecovery({
    file,
    fault: { type: 'damaged', sentence: 'It is damaged.' },
    upkeep: UPKEEP,
    log: { warn: () => undefined },
    now: () => NOW + 1,
  })
}

export function pagesOf(file: string, table: string): readonly number[] {
  const db = new Database(file, { readonly: true })
  const pages = db.prepare<[string], number>('SELECT pageno FROM dbstat WHERE name = ?').pluck()
  const found = pages.all(table)
  db.close()
  return found
}

/** How many messages each conversation has after a restore. */
export async function restored(file: string): Promise<Record<string, number>> {
  const recovery = recoveryOf(file)
  const before = digestOf(file)
  await recovery.prepared()
  expect(digestOf(file)).toBe(before)
  expect(await recovery.restore()).toMatchObject({ ok: true })
  await recovery.close()
  expect(digestOf(`${file}.corrupt-${NOW + 1}`)).toBe(before)
  const { db } = await started(file)
  const store = createSqliteStore(db, { warn: () => {} })
  for (const id of IDS) {
    if (store.conversation(id) !== null) addEvents(store, id, 101, 101)
  }
  return Object.fromEntries(store.list().map(({ id }) => [id, store.history(id).length - 1]))
}

export function digestOf(file: string): string {
  if (!existsSync(file)) return 'none'
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
