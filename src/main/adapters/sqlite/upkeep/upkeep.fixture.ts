import { closeSync, mkdtempSync, openSync, rmSync, writeSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { ok } from '../../../../shared/result.ts'
import {
  append,
  input,
  user,
  withConversation,
} from '../../../runtime/fakes/contracts/store-samples.ts'
import { MIGRATIONS } from '../migrate.ts'
import { openDatabase } from '../open-database.ts'
import { createSqliteStore } from '../store.ts'
import { markClosed } from './file-record.ts'
import { type OpenedStore, openStore } from './open-store.ts'
import type { Upkeep, UpkeepExit } from './upkeep.ts'
import { runJob } from './upkeep-jobs.ts'

export const DAY_MS = 24 * 60 * 60 * 1000
export const NOW = Date.UTC(2026, 10, 23, 20)

/** Runs jobs in the same thread. */
export const UPKEEP: Upkeep = {
  run: async (job, onPreparation = () => {}) => ok((await runJob(job, onPreparation)) as never),
  close: () => Promise.resolve(),
}

/** The database in a separate data folder that is removed after the test. */
export function freshFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-upkeep-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'phoenix.db')
}

/** Opens it and writes this many messages into one conversation. */
export function written(file: string, messages: number): Database.Database {
  const opened = openDatabase(file)
  if (!opened.ok) throw new Error(opened.error)
  const store = createSqliteStore(opened.value, { warn: () => {} })
  withConversation(store)
  for (let n = 1; n <= messages; n++)
    append(store, { rows: [input(`e${n}`)], messages: [user(`m${n}`)], at: n })
  return opened.value
}

/** The same, closed properly. */
export function closedWith(file: string, messages: number): void {
  const db = written(file, messages)
  markClosed(db)
  db.close()
}

/** Opens it as a start does. */
export async function started(file: string, now = NOW): Promise<OpenedStore> {
  const opened = await openStore({ file, upkeep: UPKEEP, now })
  if (!opened.ok) throw new Error(opened.error.sentence)
  onTestFinished(() => void opened.value.db.close())
  return opened.value
}

/** The reason why a start does not open it. */
export async function refusal(file: string, now = NOW): Promise<string> {
  const opened = await openStore({ file, upkeep: UPKEEP, now })
  if (!opened.ok) return `${opened.error.type}: ${opened.error.sentence}`
  opened.value.db.close()
  return 'opened'
}

/** Damages this many bytes from this position. */
export function overwrite(file: string, from: number, bytes: number): void {
  const opened = openSync(file, 'r+')
  writeSync(opened, Buffer.alloc(bytes, 0xa5), 0, bytes, from)
  closeSync(opened)
}

/** Where the first page of a table begins, in bytes. */
export function placeOf(file: string, table: string): { from: number; bytes: number } {
  const db = new Database(file, { readonly: true })
  const root = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table)
  const bytes = Number(db.pragma('page_size', { simple: true }))
  db.close()
  if (!(Number(root) > 0)) throw new Error(`${table} is no table`)
  return { from: (Number(root) - 1) * bytes, bytes }
}

/** Damages the first page of a table, which leads to all its other pages. */
export function damageTable(file: string, table: string): void {
  const { from, bytes } = placeOf(file, table)
  overwrite(file, from, bytes)
}

/** A database as the Phoenix of this format left it. */
export function ofFormat(file: string, format: number): void {
  const db = new Database(file)
  for (const sql of MIGRATIONS.slice(0, format)) db.exec(sql)
  db.pragma(`user_version = ${format}`)
  db.close()
}

/** An uninterruptible call, like SQLite's check of all pages. */
const BUSY = (seconds: number): string =>
  `require('node:child_process').spawnSync('sh', ['-c', 'echo busy; exec sleep ${seconds}'], { stdio: 'inherit' })`

const HOST = (exit: UpkeepExit): string => `
  import { createUpkeep } from '${new URL('upkeep.ts', import.meta.url).href}'
  import { pathToFileURL } from 'node:url'
  const upkeep = createUpkeep(pathToFileURL(process.argv[2]), '${exit}')
  void upkeep.run({ type: 'check', file: '' })
  process.stdin.once('data', () => {
    void upkeep.close()
    process.exit(7)
  })`

/** A host that exits while a job is in such a call: how it ends, and after how many ms. */
export async function leaving(exit: UpkeepExit, seconds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-upkeep-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [host, worker] = [join(folder, 'host.mjs'), join(folder, 'worker.cjs')]
  writeFileSync(host, HOST(exit))
  writeFileSync(worker, BUSY(seconds))
  const child = spawn(process.execPath, [host, worker], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  child.stdin.write('leave')
  const from = performance.now()
  const [code, signal] = await once(child, 'exit')
  return { code, signal, ms: performance.now() - from }
}
