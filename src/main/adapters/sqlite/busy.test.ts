import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import {
  append,
  ID,
  input,
  user,
  withConversation,
} from '../../runtime/fakes/contracts/store-samples.ts'
import type { Store } from '../../runtime/ports/store.ts'
import { freshFile, opened } from './temporary.fixture.ts'

/** If each of the 20 writes waited, they would hold up the event loop for all of it. */
const HELD_MS = 700
/** How long a Stop may have to wait for a write (ms). */
const MOST_MS = 100
const HOLD = `
  const { parentPort, workerData } = require('node:worker_threads')
  const db = require('better-sqlite3')(workerData.file)
  db.exec('BEGIN IMMEDIATE')
  parentPort.postMessage('held')
  setTimeout(() => { db.exec('ROLLBACK'); db.close() }, workerData.ms)
`

/** Another writer that releases the lock after `ms`. */
async function locked(file: string, ms: number): Promise<{ readonly over: Promise<unknown> }> {
  const thread = new Worker(HOLD, { eval: true, workerData: { file, ms } })
  // On a busy machine both events come in one tick.
  const over = once(thread, 'exit')
  await once(thread, 'message')
  return { over }
}

const step = (store: Store) => append(store, { rows: [input('e1')], messages: [user('m1')] })

test('a step that meets a short lock waits for it, and is saved', async () => {
  const file = freshFile()
  const { db, store } = opened(file)
  withConversation(store)
  const { over } = await locked(file, 20)
  expect(step(store).ok).toBe(true)
  await over
  db.close()
})

test('a long lock holds up the event loop once and briefly, is logged once, and takes nothing of the write', async () => {
  const file = freshFile()
  const logged: string[] = []
  const { db, store } = opened(file, { warn: (what) => logged.push(what) })
  withConversation(store)
  const { over } = await locked(file, HELD_MS)
  const before = performance.now()
  const answers = Array.from({ length: 20 }, () => step(store))
  expect(performance.now() - before).toBeLessThan(5 * MOST_MS)
  expect(new Set(answers.map((answer) => (answer.ok ? 'ok' : answer.error)))).toEqual(
    new Set(['locked']),
  )
  expect(logged).toEqual(['another writer holds the database'])
  await over
  expect(step(store).ok).toBe(true)
  expect(store.history(ID)).toHaveLength(1)
  db.close()
})
