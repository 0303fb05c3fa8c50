import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import {
  commit,
  input,
  user,
  withConversation,
} from '../../runtime/fakes/contracts/store-samples.ts'
import { createFlushQueue } from './flush-queue.ts'
import { flushBesideTheLoop } from './journal-flush.ts'
import { createSqliteStore } from './store.ts'
import { freshFile, opened } from './temporary.fixture.ts'

/** Flushes end when the test says so. */
class HeldDisk {
  readonly flushes: ((error: unknown) => void)[] = []
  readonly faults: unknown[] = []
  readonly flush = createFlushQueue({
    flush: (done) => this.flushes.push(done),
    onFailed: (error) => this.faults.push(error),
  })

  async end(error: Error | null = null): Promise<void> {
    await setImmediate()
    this.flushes.shift()?.(error)
    await setImmediate()
  }
}

test('what is written in one tick is flushed once, and what is written during a flush waits for the next', async () => {
  const disk = new HeldDisk()
  const { flush } = disk
  expect(flush.flushing()).toBe('kept')
  flush.wrote()
  flush.wrote()
  const first = flush.flushing()
  expect(flush.flushing()).toBe(first)
  await setImmediate()
  expect(disk.flushes).toHaveLength(1)
  flush.wrote()
  const second = flush.flushing()
  await disk.end()
  expect(await first).toBe('kept')
  expect(flush.flushing()).toBe(second)
  await disk.end()
  expect(await second).toBe('kept')
  expect(flush.flushing()).toBe('kept')
  expect(disk.flushes).toEqual([])
})

test('after a flush that failed nothing is kept any more, and nothing is flushed again', async () => {
  const disk = new HeldDisk()
  const { flush } = disk
  flush.wrote()
  const during = flush.flushing()
  await setImmediate()
  flush.wrote()
  const behind = flush.flushing()
  const error = new Error('EIO')
  await disk.end(error)
  expect([await during, await behind, flush.flushing()]).toEqual(['failed', 'failed', 'failed'])
  expect(disk.faults).toEqual([error])
  flush.wrote()
  await setImmediate()
  expect(disk.flushes).toEqual([])
})

test('a store whose flush failed writes no more', async () => {
  const disk = new HeldDisk()
  const { db } = opened(freshFile())
  onTestFinished(() => void db.close())
  const log = { warn: () => {} }
  const store = createSqliteStore(db, log, undefined, undefined, disk.flush)
  withConversation(store)
  expect(store.flushing()).not.toBe('kept')
  await disk.end(new Error('EIO'))
  const messages = [user('m1')]
  expect(store.commit(commit({ rows: [input('e1')], messages }))).toEqual({
    ok: false,
    error: 'io',
  })
  expect(db.prepare('SELECT count(*) FROM messages').pluck().get()).toBe(0)
})

test('flushes the journal of a real file, and leaves that to no step', async () => {
  const file = freshFile()
  const { db } = opened(file)
  const flush = flushBesideTheLoop({ db, file, onFailed: (error) => expect.fail(String(error)) })
  const store = createSqliteStore(db, { warn: () => {} }, undefined, undefined, flush.queue)
  expect(db.pragma('synchronous', { simple: true })).toBe(1)
  withConversation(store)
  expect(await store.flushing()).toBe('kept')
  await flush.close()
  db.close()
})
