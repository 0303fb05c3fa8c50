import { afterEach, expect, test, vi } from 'vitest'
import { createPace } from './pace.ts'

afterEach(() => void vi.restoreAllMocks())

test('a slice that took long makes the next one smaller, down to one; a short one makes it larger, up to the most', () => {
  let used = 0
  vi.spyOn(process, 'threadCpuUsage').mockImplementation((since) => ({
    user: used - (since?.user ?? 0),
    system: 0,
  }))
  const pace = createPace(4, 16)
  const sizes = [10, 10, 10, 3, 0, 0, 0, 0, 0].map((ms) => {
    pace.time(() => void (used += ms * 1_000))
    return pace.now
  })
  expect(sizes).toEqual([2, 1, 1, 1, 2, 4, 8, 16, 16])
})

test('time that others use does not count', () => {
  const pace = createPace(1, 2)
  const waited = new Int32Array(new SharedArrayBuffer(4))
  const sizes = Array.from({ length: 8 }, () => {
    pace.time(() => void Atomics.wait(waited, 0, 0, 20))
    return pace.now
  })
  // Compiling and collecting garbage count as the thread's own time, so one wait or another may seem long.
  expect(sizes).toContain(2)
})
