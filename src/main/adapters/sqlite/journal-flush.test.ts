import { execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  cpSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import {
  append,
  ID,
  input,
  user,
  withConversation,
} from '../../runtime/fakes/contracts/store-samples.ts'
import { createFlushQueue } from './flush-queue.ts'
import { flushOffLoop } from './journal-flush.ts'
import { createSqliteStore } from './store.ts'
import { freshFile, opened } from './temporary.fixture.ts'

/** A disk whose flushes end when the test says so. */
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

test('writes of one tick are flushed once, and writes during a flush wait for the next', async () => {
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

test('after a failed flush nothing is acknowledged any more, and nothing is flushed again', async () => {
  const disk = new HeldDisk()
  const { flush } = disk
  flush.wrote()
  const during = flush.flushing()
  await setImmediate()
  flush.wrote()
  const flushed = flush.flushing()
  const error = new Error('EIO')
  await disk.end(error)
  expect([await during, await flushed, flush.flushing()]).toEqual(['failed', 'failed', 'failed'])
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
  const store = createSqliteStore(db, log, { flush: disk.flush })
  withConversation(store)
  expect(store.flushing()).not.toBe('kept')
  await disk.end(new Error('EIO'))
  const messages = [user('m1')]
  expect(append(store, { rows: [input('e1')], messages })).toEqual({
    ok: false,
    error: 'io',
  })
  expect(db.prepare('SELECT count(*) FROM messages').pluck().get()).toBe(0)
})

test('flushes the journal of a real file, and no step does', async () => {
  const file = freshFile()
  const { db } = opened(file)
  const flush = flushOffLoop({ db, file, onFailed: (error) => expect.fail(String(error)) })
  const store = createSqliteStore(db, { warn: () => {} }, { flush: flush.queue })
  expect(db.pragma('synchronous', { simple: true })).toBe(1)
  withConversation(store)
  expect(await store.flushing()).toBe('kept')
  await flush.close()
  db.close()
})

test('hanging file calls do not delay a flush', async () => {
  const file = freshFile()
  const { db } = opened(file)
  const flush = flushOffLoop({ db, file, onFailed: (error) => expect.fail(String(error)) })
  const fifo = `${file}.fifo`
  execFileSync('mkfifo', [fifo])
  const hanging = Array.from({ length: 8 }, () => open(fifo, 'r'))
  flush.queue.wrote()
  expect(await flush.queue.flushing()).toBe('kept')
  const writer = openSync(fifo, 'w')
  for (const each of await Promise.all(hanging)) await each.close()
  closeSync(writer)
  await flush.close()
  db.close()
})

test('a new file takes its place once it is on disk, the newest of two last, and a step waits for it', async () => {
  const file = freshFile()
  const { db } = opened(file)
  const flush = flushOffLoop({ db, file, onFailed: (error) => expect.fail(String(error)) })
  const place = `${file}.json`
  writeFileSync(place, 'old')
  for (const text of ['first', 'second'])
    expect(flush.replaceFile(place, text, 0o600).ok).toBe(true)
  expect(readFileSync(place, 'utf8')).toBe('old')
  const flushing = flush.queue.flushing()
  expect(flushing).toBeInstanceOf(Promise)
  expect(await flushing).toBe('kept')
  expect(readFileSync(place, 'utf8')).toBe('second')
  expect(statSync(place).mode & 0o777).toBe(0o600)
  expect(readdirSync(dirname(file)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  await flush.close()
  db.close()
})

test('a file that cannot be written is an error at once, and one that cannot take its place ends the store', async () => {
  const file = freshFile()
  const { db } = opened(file)
  const faults: unknown[] = []
  const flush = flushOffLoop({ db, file, onFailed: (error) => faults.push(error) })
  expect(flush.replaceFile(join(dirname(file), 'missing', 'a.json'), 'text', 0o600).ok).toBe(false)
  expect(flush.queue.flushing()).toBe('kept')
  const occupied = `${file}.folder`
  mkdirSync(join(occupied, 'full'), { recursive: true })
  expect(flush.replaceFile(occupied, 'text', 0o600).ok).toBe(true)
  expect(await flush.queue.flushing()).toBe('failed')
  expect(faults).toHaveLength(1)
  expect(flush.replaceFile(`${file}.json`, 'text', 0o600).ok).toBe(false)
  await flush.close()
  db.close()
})

function replace(path: string): void {
  cpSync(path, `${path}.copy`)
  renameSync(`${path}.copy`, path)
}

test.skipIf(process.platform === 'win32').each([
  ['the database is removed', (file: string) => rmSync(file)],
  ['its journal is removed', (file: string) => rmSync(`${file}-wal`)],
  [
    'its folder is moved away',
    (file: string) => renameSync(dirname(file), `${dirname(file)}-moved`),
  ],
  ['another file takes the place of the database', (file: string) => replace(file)],
  ['another file takes the place of its journal', (file: string) => replace(`${file}-wal`)],
] as const)('after %s nothing is acknowledged', async (_, remove) => {
  const file = freshFile()
  onTestFinished(() => rmSync(`${dirname(file)}-moved`, { recursive: true, force: true }))
  const { db } = opened(file)
  const faults: unknown[] = []
  const flush = flushOffLoop({ db, file, onFailed: (error) => faults.push(error) })
  const store = createSqliteStore(db, { warn: () => {} }, { flush: flush.queue })
  withConversation(store)
  expect(await store.flushing()).toBe('kept')
  remove(file)
  store.saveDraft(ID, { text: 'Half', attachments: [], caret: 0 })
  expect(await store.flushing()).toBe('failed')
  expect(faults).toHaveLength(1)
  await flush.close()
  db.close()
})

test('after its end nothing is written', async () => {
  const file = freshFile()
  const { db } = opened(file)
  const flush = flushOffLoop({ db, file, onFailed: (error) => expect.fail(String(error)) })
  const store = createSqliteStore(db, { warn: () => {} }, { flush: flush.queue })
  await flush.close()
  expect(append(store, { rows: [input('e1')], messages: [] }).ok).toBe(false)
  db.close()
})
