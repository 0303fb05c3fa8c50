import type Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { percentile } from '../../../../bench/figures.ts'
import {
  append,
  ID,
  input,
  user,
  withConversation,
} from '../../runtime/fakes/contracts/store-samples.ts'
import type { Store } from '../../runtime/ports/store.ts'
import { prepareIndexJob } from './search/index-job.ts'
import { prepareCheckpoint } from './history/checkpoint.ts'
import { freshFile, opened } from './temporary.fixture.ts'

/** The limit for 99 of 100 write transactions of each kind; none may take more than five times as long (ms). */
const MOST_MS = 50
const STEPS = 4_500
/** One step in this many has a long text. */
const LONG = 10
const LONG_TEXT = 'All that a command of ours may have printed, and more. '.repeat(5_000)

/** Records how long a write holds the lock (ms). */
function timed<Value>(times: number[], write: () => Value): Value {
  const before = performance.now()
  const value = write()
  times.push(performance.now() - before)
  return value
}

/** As in the host: threads flush, maintain the index and copy the journal into the file. */
function begun(): {
  readonly steps: Database.Database
  readonly thread: Database.Database
  readonly store: Store
} {
  const file = freshFile()
  const { db: steps, store } = opened(file)
  const { db: thread } = opened(file)
  for (const db of [steps, thread]) db.pragma('synchronous = NORMAL')
  return { steps, thread, store: withConversation(store) }
}

/** Records the time of each transaction, without what is read ahead of it. */
function timeTransactions(db: Database.Database): number[] {
  const times: number[] = []
  const prepare = db.transaction.bind(db)
  db.transaction = ((run: () => unknown) => {
    const transaction = prepare(run)
    return { immediate: () => timed(times, () => transaction.immediate()) }
  }) as typeof db.transaction
  return times
}

function expectShort(kind: string, times: readonly number[]): void {
  expect(times.length, kind).toBeGreaterThanOrEqual(100)
  expect(percentile(times, 0.99), kind).toBeLessThanOrEqual(MOST_MS)
  expect(percentile(times, 1), kind).toBeLessThanOrEqual(5 * MOST_MS)
}

test('R22 of each kind, 99 of 100 transactions take at most 50 ms, and none takes over 250 ms: steps with short and with long texts, slices of the search index and of a deletion', () => {
  const { steps, store, thread } = begun()
  const short: number[] = []
  const long: number[] = []
  const deletion: number[] = []
  const index = timeTransactions(thread)
  const maintain = prepareIndexJob(thread)
  const checkpoint = prepareCheckpoint(thread)
  for (let n = 0; n < STEPS; n++) {
    const isLong = n % LONG === 0
    const message = user(`m${n}`, isLong ? LONG_TEXT + n : undefined)
    const step = { rows: [input(`e${n}`)], messages: [message] }
    expect(timed(isLong ? long : short, () => append(store, step))).toMatchObject({ ok: true })
    while (maintain() === 'worked');
    checkpoint()
  }
  const merging = index.splice(0)
  thread.exec('UPDATE search_state SET is_damaged = 1')
  while (maintain() === 'worked');
  store.removeConversations([ID])
  while (store.leavingRows().length > 0) timed(deletion, () => store.clearRows())
  if (process.env['PHOENIX_SHOW_FIGURES'] !== undefined)
    console.log(
      [short, long, merging, index, deletion].map((times) => [
        times.length,
        ...[0.5, 0.99, 1].map((share) => percentile(times, share)),
      ]),
    )
  expectShort('short texts', short)
  expectShort('long texts', long)
  expectShort('merging the index', merging)
  expectShort('building the index', index)
  expectShort('a deletion', deletion)
  steps.close()
  thread.close()
})
