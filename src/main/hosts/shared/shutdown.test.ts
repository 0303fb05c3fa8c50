import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endOnce } from './shutdown.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a step that never ends is given up before 2 s have passed, and not much earlier', async () => {
  const begun: string[] = []
  let isOver = false
  void endOnce([
    async () => {
      begun.push('first')
      throw new Error('cannot close')
    },
    () => {
      begun.push('endless')
      return new Promise(() => undefined)
    },
    async () => void begun.push('never reached'),
  ])().then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(1_800)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(199)
  expect(isOver).toBe(true)
  expect(begun).toEqual(['first', 'endless'])
})

test('the steps run once, whoever asks', async () => {
  let times = 0
  const end = endOnce([async () => void (times += 1)])
  await Promise.all([end(), end()])
  await end()
  expect(times).toBe(1)
})
