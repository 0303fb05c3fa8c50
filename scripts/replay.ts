// `npm run replay -- DATA_DIR CONVERSATION`: folds the stored log of a conversation and compares. Reads alone.
import { join } from 'node:path'
import { createHistoryLog } from '../src/main/adapters/sqlite/history-log.ts'
import { openForReading } from '../src/main/adapters/sqlite/open-database.ts'
import { systemClock } from '../src/main/adapters/system/system-clock.ts'
import type { HistoryLog } from '../src/main/runtime/ports/history-log.ts'
import { verifyConversation } from '../src/main/runtime/commands/verify-history.ts'

type Listed = ReturnType<HistoryLog['conversations']>[number]

const [dataFolder, wanted] = process.argv.slice(2)
process.exitCode =
  dataFolder === undefined || wanted === undefined
    ? complain('Usage: npm run replay -- DATA_DIR CONVERSATION (its id, or a part of its title)')
    : await replay(join(dataFolder, 'phoenix.db'), wanted)

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
    console.log('written by another version of Phoenix, which may have decided otherwise')
  return isOfOtherVersion
}

function complain(text: string): number {
  console.error(text)
  return 1
}
