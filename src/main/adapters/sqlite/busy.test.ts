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
import { took } from '../processes/took.fixture.ts'
import { freshFile, opened } from './temporary.fixture.ts'

/** How long a Stop may have to wait for a write (ms). */
const MOST_MS = 100
const HOLD = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { file, ms, isOver } = workerData
  const db = require('better-sqlite3')(file)
  db.exec('BEGIN IMMEDIATE')
  parentPort.postMessage('held')
  Atomics.wait(isOver, 0, 0, ms)
  Atomics.store(isOver, 0, 1)
  db.exec('ROLLBACK')
  db.close()
`

interface Lock {
  isHeld(): boolean
  release(): void
  readonly over: Promise<unknown>
}

/** Another writer that releases the lock after `ms`, or when it is told to. */
async function locked(file: string, ms: number): Promise<Lock> {
  const isOver = new Int32Array(new SharedArrayBuffer(4))
  const thread = new Worker(HOLD, { eval: true, workerData: { file, ms, isOver } })
  // On a busy machine both events come in one tick.
  const over = once(thread, 'exit')
  await once(thread, 'message')
  return {
    isHeld: () => Atomics.load(isOver, 0) === 0,
    release: () => {
      Atomics.store(isOver, 0, 1)
      Atomics.notify(isOver, 0)
    },
    over,
  }
}

const step = (store: Store) => append(store, { rows: [input('e1')], messages: [user('m1')] })

/** Whether a step was saved that met a short lock; null if it met none. */
async function savedAfterLock(): Promise<boolean | null> {
  const file = freshFile()
  const { db, store } = opened(file)
  withConversation(store)
  const lock = await locked(file, 20)
  const isMet = lock.isHeld()
  const { ok } = step(store)
  await lock.over
  db.close()
  return isMet ? ok : null
}

test('a step that meets a short lock waits for it, and is saved', async () => {
  const saved: boolean[] = []
  // On a busy machine a lock may end before the step, or later than the step may wait.
  while (!saved.includes(true) && saved.length < 20)
    saved.push(...[await savedAfterLock()].filter((is) => is !== null))
  expect(saved).toContain(true)
})

test('a long lock holds up the event loop once and briefly, is logged once, and takes nothing of the write', async () => {
  const file = freshFile()
  const logged: string[] = []
  const { db, store } = opened(file, { warn: (what) => logged.push(what) })
  withConversation(store)
  const lock = await locked(file, Infinity)
  const answers: ReturnType<typeof step>[] = []
  const writing = await took(() => {
    while (answers.length < 20) answers.push(step(store))
  })
  expect(writing.own).toBeLessThan(5 * MOST_MS)
  expect(new Set(answers.map((answer) => (answer.ok ? 'ok' : answer.error)))).toEqual(
    new Set(['locked']),
  )
  expect(logged).toEqual(['another writer holds the database'])
  lock.release()
  await lock.over
  expect(step(store).ok).toBe(true)
  expect(store.history(ID)).toHaveLength(1)
  db.close()
})
