import { stat } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { onFault } from '../../runtime/guard.ts'
import { holdThread } from './held-thread.fixture.ts'
import { systemPulse, systemTimers } from './system-clock.ts'
import { systemIds } from './system-ids.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const HOUR = 3600 * 1000

test.each([1, 999, 1_000, 1_001, 2_500, HOUR])('a timer of %i ms fires once, then', (ms) => {
  vi.useFakeTimers()
  const fire = vi.fn()
  systemTimers.start(ms, fire)
  vi.advanceTimersByTime(ms - 1)
  expect(fire).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  vi.advanceTimersByTime(HOUR)
  expect(fire).toHaveBeenCalledTimes(1)
})

test('a timer longer than setTimeout allows does not fire at once', () => {
  vi.useFakeTimers()
  const fire = vi.fn()
  systemTimers.start(2 ** 31 + 1000, fire)
  vi.advanceTimersByTime(HOUR)
  expect(fire).not.toHaveBeenCalled()
})

test('a cancelled timer never fires, not even in its second slice', () => {
  vi.useFakeTimers()
  const fire = vi.fn()
  const takeBack = systemTimers.start(5_000, fire)
  vi.advanceTimersByTime(2_500)
  takeBack()
  vi.advanceTimersByTime(HOUR)
  expect(fire).not.toHaveBeenCalled()
})

test('R2 time asleep does not count, on a system whose clocks continue meanwhile', () => {
  vi.useFakeTimers()
  const fire = vi.fn()
  let sleptMs = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + sleptMs)
  systemTimers.start(10_000, fire)
  vi.advanceTimersByTime(4_500)
  sleptMs = 8 * HOUR
  vi.advanceTimersByTime(4_400)
  expect(fire).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_100)
  expect(fire).toHaveBeenCalledTimes(1)
})

test('a busy loop makes no timer later', () => {
  vi.useFakeTimers()
  const fire = vi.fn()
  let busyMs = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + busyMs)
  systemTimers.start(10_000, fire)
  for (let slice = 1; slice <= 5; slice++) {
    busyMs += 500
    vi.advanceTimersByTime(1_000)
  }
  vi.advanceTimersByTime(2_499)
  expect(fire).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(fire).toHaveBeenCalledTimes(1)
})

test('what arrived while the thread was held comes before a timer that became due meanwhile', async () => {
  const order: string[] = []
  const [read, due] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  systemTimers.start(20, () => {
    order.push('timer')
    due.resolve()
  })
  await holdThread(100, () => {
    stat(import.meta.dirname, () => {
      order.push('answer')
      read.resolve()
    })
  })
  await Promise.all([read.promise, due.promise])
  expect(order).toEqual(['answer', 'timer'])
})

test('R2 the same if the whole limit passed while the thread was held, and only a part of that counts', async () => {
  const order: string[] = []
  const [read, due] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let asleepMs = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + asleepMs)
  systemTimers.start(2_000, () => {
    order.push('timer')
    due.resolve()
  })
  await holdThread(1_050, () => {
    stat(import.meta.dirname, () => {
      order.push('answer')
      read.resolve()
    })
    asleepMs = HOUR
  })
  await Promise.all([read.promise, due.promise])
  expect(order).toEqual(['answer', 'timer'])
})

test('a timer cancelled by what arrived while the thread was held never fires', async () => {
  const fire = vi.fn()
  const takeBack = systemTimers.start(20, fire)
  const { promise: read, resolve } = Promise.withResolvers<void>()
  await holdThread(100, () => {
    stat(import.meta.dirname, () => {
      takeBack()
      resolve()
    })
  })
  await read
  await setTimeout(5)
  expect(fire).not.toHaveBeenCalled()
})

test('soon runs after everything already waiting in this turn of the loop', async () => {
  const order: string[] = []
  await new Promise<void>((done) => {
    systemTimers.soon(() => {
      order.push('soon')
      done()
    })
    process.nextTick(() => order.push('tick'))
    queueMicrotask(() => order.push('microtask'))
  })
  expect(order).toEqual(['microtask', 'tick', 'soon'])
})

test('ids are unique, randoms are in [0, 1)', () => {
  expect(new Set(Array.from({ length: 1000 }, () => systemIds.next())).size).toBe(1000)
  expect(Array.from({ length: 1000 }, () => systemIds.random()).every((x) => x >= 0 && x < 1)).toBe(
    true,
  )
})

test('a pulse continues after its callback has thrown, until it is cancelled', () => {
  vi.useFakeTimers()
  const faults: unknown[] = []
  onTestFinished(onFault(({ error }) => void faults.push(error)))
  const run = vi.fn(() => {
    throw new Error('a bug')
  })
  const takeBack = systemPulse.every(1_000, run)
  vi.advanceTimersByTime(3_500)
  expect(run).toHaveBeenCalledTimes(3)
  expect(faults).toHaveLength(3)
  takeBack()
  vi.advanceTimersByTime(10_000)
  expect(run).toHaveBeenCalledTimes(3)
})
