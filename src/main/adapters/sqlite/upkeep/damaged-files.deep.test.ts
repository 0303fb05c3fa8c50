import { createHash } from 'node:crypto'
import { cpSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { backupFolder } from './backup-files.ts'
import { makeBackup } from './make-backup.ts'
import { openStore } from './open-store.ts'
import { beginRecovery } from './recovery.ts'
import { freshFile, NOW, overwrite, UPKEEP, written } from './upkeep.fixture.ts'

const PAGE = 4096
const MESSAGES = 60

type Damage = (file: string) => void

/** Thirty kinds of damage, spread over the whole file: pages of noise, pages of zeros, cuts, another file in its place. */
function damages(pages: number): readonly (readonly [string, Damage])[] {
  const spread = (count: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => Math.floor((index * pages) / count))
  return [
    ...spread(10).map((page) => [`noise in page ${page}`, noise(page)] as const),
    ...spread(10).map((page) => [`zeros in page ${page}`, zeros(page)] as const),
    ...spread(6).map((page) => [`cut at ${page} and a half`, cut(page)] as const),
    ['text', (file) => writeFileSync(file, 'no database'.repeat(1000))],
    ['nothing', (file) => writeFileSync(file, '')],
    ['no file', (file) => rmSync(file)],
    ['half a header', (file) => truncateSync(file, 50)],
  ]
}

function noise(page: number): Damage {
  return (file) => overwrite(file, page * PAGE, PAGE)
}

function zeros(page: number): Damage {
  return (file) => {
    const bytes = readFileSync(file)
    bytes.fill(0, page * PAGE, (page + 1) * PAGE)
    writeFileSync(file, bytes)
  }
}

function cut(page: number): Damage {
  return (file) => truncateSync(file, page * PAGE + PAGE / 2)
}

function digestOf(file: string): string {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return 'no file'
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

function messagesOf(db: Database.Database): number {
  return Number(db.prepare('SELECT count(*) FROM messages').pluck().get())
}

test('row 13 and R22: thirty damaged files: each opens, or is kept whole while its backup is restored', async () => {
  const file = freshFile()
  const db = written(file, MESSAGES)
  await makeBackup(file, backupFolder(dirname(file)), NOW)
  // Not closed properly: the next start reads all of it.
  db.close()
  const damageKinds = damages(statSync(file).size / PAGE)
  expect(damageKinds).toHaveLength(30)
  const whole = digestOf(file)
  const damaged = new Set<string>()
  let recovered = 0
  for (const [how, damage] of damageKinds) {
    const copy = join(dirname(freshFile()), 'phoenix.db')
    cpSync(dirname(file), dirname(copy), { recursive: true })
    damage(copy)
    const before = digestOf(copy)
    expect([how, before]).not.toEqual([how, whole])
    damaged.add(before)
    const opened = await openStore({ file: copy, upkeep: UPKEEP, now: NOW + 1 })
    if (opened.ok) {
      expect([how, messagesOf(opened.value.db)]).toEqual([how, MESSAGES])
      opened.value.db.close()
      continue
    }
    recovered++
    expect([how, opened.error.type, digestOf(copy)]).toEqual([how, 'damaged', before])
    const log = { warn: () => undefined }
    const options = { file: copy, fault: opened.error, upkeep: UPKEEP, log, now: () => NOW + 2 }
    const recovery = beginRecovery(options)
    expect([how, (await recovery.prepared()).rescued?.messages]).toEqual([how, MESSAGES])
    expect([how, await recovery.restore()]).toEqual([how, { ok: true, value: {} }])
    await recovery.close()
    expect([how, digestOf(`${copy}.corrupt-${NOW + 2}`)]).toEqual([how, before])
    const again = await openStore({ file: copy, upkeep: UPKEEP, now: NOW + 3 })
    if (!again.ok) throw new Error(`${how}: ${again.error.sentence}`)
    expect([how, messagesOf(again.value.db)]).toEqual([how, MESSAGES])
    again.value.db.close()
  }
  expect(damaged.size).toBe(damageKinds.length)
  // Pages of the search index and free pages may be damaged without harm.
  expect(recovered).toBeGreaterThan(damageKinds.length / 2)
}, 120_000)
