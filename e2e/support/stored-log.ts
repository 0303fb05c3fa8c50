import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openForReading } from '../../src/main/adapters/sqlite/open-database.ts'
import { createHistoryLog } from '../../src/main/adapters/sqlite/history-log.ts'
import type { HistoryLog } from '../../src/main/runtime/ports/history-log.ts'
import type { ConversationId } from '../../src/shared/ids.ts'

type Row = ReturnType<HistoryLog['rows']>[number]
type Message = ReturnType<HistoryLog['messages']>[number]

/** The database contents of a host that has ended. */
export interface StoredLog {
  readonly rows: readonly Row[]
  readonly messages: readonly Message[]
}

/** Reads the rows and messages of one conversation, or of all. */
export function storedLog(file: string, only: ConversationId | null = null): StoredLog {
  const opened = openForReading(file)
  if (!opened.ok) throw new Error(opened.error)
  const log = createHistoryLog(opened.value)
  const ids = log.conversations(null, Number.MAX_SAFE_INTEGER).map(({ id }) => id)
  const wanted = ids.filter((id) => only === null || id === only)
  const rows = wanted.flatMap((id) => log.rows(id, 0, Number.MAX_SAFE_INTEGER))
  const messages = wanted.flatMap((id) => log.messages(id, 0, Number.MAX_SAFE_INTEGER))
  opened.value.close()
  return { rows, messages }
}

/** The size as JSON, before packing. */
export function bytesOf(all: readonly unknown[]): number {
  return all.reduce((sum: number, each) => sum + Buffer.byteLength(JSON.stringify(each)), 0)
}

/** The names of all files below, hidden ones too (a glob leaves them out). */
export function filesBelow(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => statSync(join(folder, name)).isFile())
}

/** The bytes of a file, and what a database packs. */
export function contentsOf(file: string): string {
  const bytes = readFileSync(file, 'latin1')
  return file.endsWith('phoenix.db') ? bytes + JSON.stringify(storedLog(file)) : bytes
}

export function filesHolding(secret: string, folder: string): readonly string[] {
  return filesBelow(folder).filter((name) => contentsOf(join(folder, name)).includes(secret))
}
