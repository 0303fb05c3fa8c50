import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ConversationId } from '../../../../shared/ids.ts'
import { niceOf } from '../../system/thread-priority.fixture.ts'
import { freshFile } from '../temporary.fixture.ts'
import { countUnmerged } from './count-unmerged.ts'
import { byPerson, addMessages } from './search.fixture.ts'
import { createSearch } from './search-port.ts'
import { WORKER, running, WHALE, wanted } from './search-port.fixture.ts'

const C1 = 'c1' as ConversationId

/** The nice values of all threads in this process. */
function priorities(): readonly number[] {
  const threads = readdirSync('/proc/self/task')
  return [...new Set(threads.map((thread) => niceOf(`self/task/${thread}`)))]
}

test('the thread finds what was stored just before', async () => {
  const { search, store } = running()
  addMessages(store, 'c2', [byPerson('a third whale')], { at: 9 })
  const found = await search.find(WHALE, wanted())
  expect(found.ok ? found.value.conversations.map(({ id }) => id) : found).toEqual(['c2', 'c1'])
  const within = await search.within(C1, 'whale', wanted())
  expect(within).toMatchObject({ ok: true, value: { places: [{ seq: 1 }, { seq: 2 }] } })
})

test.runIf(existsSync('/proc/self/task'))(
  'the thread has the priority of the main thread, which waits for its lock on a busy machine too',
  async () => {
    const before = priorities()
    const { search } = running()
    await search.find(WHALE, wanted())
    expect(priorities()).toEqual(before)
  },
)

test('the thread starts with the 16th step that nobody has tidied up after, those of earlier programs included', async () => {
  const started: unknown[] = []
  const take = (worker: unknown): void => void started.push(worker)
  process.on('worker', take)
  onTestFinished(() => void process.off('worker', take))
  const { db, search, store } = running()
  for (let step = 2; step < 15; step += 1) addMessages(store, `d${step}`, [byPerson('a whale')])
  const steps = countUnmerged(db)
  expect(steps).toBeGreaterThan(12)
  expect(steps).toBeLessThan(16)
  const next = createSearch({
    worker: WORKER,
    file: db.name,
    log: { warn: () => undefined },
    untended: steps,
  })
  onTestFinished(() => next.close())
  for (let step = steps + 1; step < 16; step += 1) next.written()
  search.written()
  await new Promise(setImmediate)
  expect(started).toEqual([])
  next.written()
  await new Promise(setImmediate)
  expect(started).toHaveLength(1)
})

test('a stopped search is answered at once, and does not delay the next one', async () => {
  const { search } = running()
  const controller = new AbortController()
  const first = search.find(WHALE, controller.signal)
  const second = search.find(WHALE, wanted())
  controller.abort()
  expect(await first).toEqual({ ok: false, error: 'stopped' })
  expect(await second).toMatchObject({ ok: true })
  expect(await search.find(WHALE, controller.signal)).toEqual({ ok: false, error: 'stopped' })
})

test('the thread indexes what is missing without being asked', async () => {
  const { search } = running(WORKER, false)
  await expect
    .poll(() => search.find(WHALE, wanted()))
    .toMatchObject({ ok: true, value: { conversations: [{ id: 'c1' }], indexing: null } })
})

test('an unreadable index fails a search, is rebuilt, and finds everything again', async () => {
  const { db, search, store } = running()
  db.unsafeMode(true).exec('UPDATE search_text_data SET block = zeroblob(40) WHERE id > 10')
  db.unsafeMode(false)
  expect(await search.find(WHALE, wanted())).toEqual({ ok: false, error: 'failed' })
  await expect
    .poll(() => search.find(WHALE, wanted()))
    .toMatchObject({ ok: true, value: { conversations: [{ count: 2 }], indexing: null } })
  expect(store.history(C1)).toHaveLength(2)
})

test('the thread outlives a damaged index that cannot be given up at the moment', async () => {
  const { db, search } = running()
  db.unsafeMode(true).exec('UPDATE search_text_data SET block = zeroblob(40) WHERE id > 10')
  db.unsafeMode(false)
  db.exec(`CREATE TRIGGER unwritable BEFORE UPDATE ON search_state
    BEGIN SELECT RAISE(ABORT, 'not now'); END`)
  for (let tries = 0; tries < 8; tries += 1) {
    expect(await search.find(WHALE, wanted())).toEqual({ ok: false, error: 'failed' })
  }
  db.exec('DROP TRIGGER unwritable')
  await expect
    .poll(() => search.find(WHALE, wanted()))
    .toMatchObject({ ok: true, value: { conversations: [{ count: 2 }], indexing: null } })
})

test('a thread that dies fails its open requests and is restarted, a limited number of times', async () => {
  const file = join(dirname(freshFile()), 'dies.mjs')
  writeFileSync(
    file,
    "import { parentPort } from 'node:worker_threads'\nparentPort.on('message', () => process.exit(1))\n",
  )
  const { search } = running(new URL(`file://${file}`))
  for (let tries = 0; tries < 8; tries += 1) {
    expect(await search.find(WHALE, wanted())).toEqual({ ok: false, error: 'failed' })
  }
})

test('after closing nothing is searched, and the database is free', async () => {
  const { db, search } = running()
  await search.close()
  expect(await search.find(WHALE, wanted())).toEqual({ ok: false, error: 'failed' })
  db.close()
})
