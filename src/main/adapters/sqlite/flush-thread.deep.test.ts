import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { startFlushThread } from './flush-thread.ts'
import { freshFile } from './temporary.fixture.ts'

test('a thread that takes the place of another finds what is in its place already, and flushes the rest', async () => {
  const base = freshFile()
  const files = Array.from({ length: 500 }, (_, index) => {
    return { written: `${base}.${index}.new`, place: `${base}.${index}` }
  })
  for (const { place, written } of files) writeFileSync(written, place)
  const workers: Worker[] = []
  const keep = (worker: Worker): void => void workers.push(worker)
  process.on('worker', keep)
  onTestFinished(() => void process.off('worker', keep))
  const thread = startFlushThread()
  const flushed = new Promise((done) => thread.flush({ files, journal: null, inPlace: [] }, done))
  const [first, last] = [files[0], files.at(-1)]
  while (!existsSync(first?.place ?? '')) await setImmediate()
  await workers[0]?.terminate()
  expect(existsSync(last?.place ?? '')).toBe(false)
  expect(await flushed).toBeNull()
  expect(workers).toHaveLength(2)
  for (const { place } of files) expect(readFileSync(place, 'utf8')).toBe(place)
  thread.close()
})
