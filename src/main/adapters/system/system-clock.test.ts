import { afterEach, expect, test, vi } from 'vitest'
import { systemTimers } from './system-clock.ts'
import { systemIds } from './system-ids.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a timer fires once after its time, also beyond what setTimeout can hold', () => {
  vi.useFakeTimers()
  const fire = vi.fn()
  const days = 24 * 3600 * 1000
  systemTimers.start(60 * days, fire)
  vi.advanceTimersByTime(60 * days - 1)
  expect(fire).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  vi.advanceTimersByTime(200 * days)
  expect(fire).toHaveBeenCalledTimes(1)
})

test('a timer that was taken back never fires, in its second stretch neither', () => {
  vi.useFakeTimers()
  const fire = vi.fn()
  const takeBack = systemTimers.start(2 ** 31 + 1000, fire)
  vi.advanceTimersByTime(2 ** 31)
  takeBack()
  vi.advanceTimersByTime(2 ** 31)
  expect(fire).not.toHaveBeenCalled()
})

test('soon comes after what is already waiting in this turn of the loop', async () => {
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
