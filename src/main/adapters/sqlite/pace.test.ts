import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

/** Keeps the processor busy for this long (ms of processor time). */
function work(ms: number): void {
  const before = process.threadCpuUsage()
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
  while (spent() < ms);
}

test('a slice that took long makes the next one smaller, down to one; a short one makes it larger, up to the most', () => {
  const pace = createPace(4, 16)
  const sizes = [10, 10, 10, 0, 0, 0, 0, 0].map((ms) => {
    pace.time(() => work(ms))
    return pace.now
  })
  expect(sizes).toEqual([2, 1, 1, 2, 4, 8, 16, 16])
})

test('time that others use does not count', () => {
  const pace = createPace(4, 16)
  const waited = new Int32Array(new SharedArrayBuffer(4))
  // Two would be enough, if nothing were compiled or collected meanwhile, which counts as the thread's own time.
  for (let wait = 0; wait < 8; wait += 1) pace.time(() => void Atomics.wait(waited, 0, 0, 20))
  expect(pace.now).toBe(16)
})
