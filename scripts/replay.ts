// `npm run replay -- DATA_DIR CONVERSATION`: folds the stored log of a conversation and compares. Read-only. `npm run
// replay -- FILE`: the same for the conversation in a diagnostics file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHistoryLog } from '../src/main/adapters/sqlite/history-log.ts'
import { openForReading } from '../src/main/adapters/sqlite/open-database.ts'
import { systemClock } from '../src/main/adapters/system/system-clock.ts'
import { logOfDiagnostics } from '../src/main/runtime/commands/history/diagnostics-log.ts'
import type { HistoryLog } from '../src/main/runtime/ports/history-log.ts'
import { verifyConversation } from '../src/main/runtime/commands/history/verify-history.ts'

type Listed = ReturnType<HistoryLog['conversations']>[number]

const USAGE =
  'Usage: npm run replay -- DATA_DIR CONVERSATION (its id, or a part of its title), or npm run replay -- DIAGNOSTICS.json'

const [place, wanted] = process.argv.slice(2)
process.exitCode = await begin()

async function begin(): Promise<number> {
  if (place === undefined) return complain(USAGE)
  if (wanted !== undefined) return replay(join(place, 'phoenix.db'), wanted)
  return place.endsWith('.json') ? replayFile(place) : complain(USAGE)
}

async function replayFile(file: string): Promise<number> {
  const log = logOfDiagnostics(readFileSync(file, 'utf8'))
  if (!log.ok) return complain(log.error)
  const [only] = log.value.conversations(null, 1)
  return only !== undefined && (await report(log.value, only)) ? 0 : 1
}

async function replay(file: string, name: string): Promise<number> {
  const db = openForReading(file)
  if (!db.ok) return complain(db.error)
  const log = createHistoryLog(db.value)
  const found = find(log.conversations(null, log.count()), name)
  const [first, ...others] = found
  if (first === undefined)
    return complain(`No conversation has the id ${name}, or it in its title.`)
  if (others.length > 0) {
    return complain(['Which one?', ...found.map(({ id, title }) => `  ${id}  ${title}`)].join('\n'))
  }
  const isEqual = await report(log, first)
  db.value.close()
  return isEqual ? 0 : 1
}

function find(all: readonly Listed[], name: string): readonly Listed[] {
  const exact = all.filter(({ id }) => id === name)
  if (exact.length > 0) return exact
  return all.filter(({ title }) => title.toLowerCase().includes(name.toLowerCase()))
}

async function report(log: HistoryLog, { id, title }: Listed): Promise<boolean> {
  const { events, messages, difference, isOfOtherVersion } = await verifyConversation(log, id, {
    clock: systemClock,
    pause: () => Promise.resolve(),
  })
  console.log(`${title} (${id}): ${events} rows folded, ${messages} messages compared`)
  if (difference === null) {
    console.log('equal: messages, lifecycle and state are what the log leads to')
    return true
  }
  const { seq, what, stored, derived } = difference
  console.log(`different at row ${seq}: ${what}`)
  console.log(`  stored:  ${stored ?? 'nothing'}`)
  console.log(`  derived: ${derived ?? 'nothing'}`)
  if (isOfOtherVersion)
    console.log('written by another version of Phoenix, which may have worked differently')
  return isOfOtherVersion
}

function complain(text: string): number {
  console.error(text)
  return 1
}
