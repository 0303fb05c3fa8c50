import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilDrawn } from './until-drawn.ts'

let drawn: number
let isBusy: boolean
let isWanted: boolean
let found: number | null

beforeEach(() => {
  vi.useFakeTimers()
  drawn = 0
  isBusy = true
  isWanted = true
  found = null
})
afterEach(() => void vi.useRealTimers())

const isComplete = (count: number): boolean => count > 0

/** Waits until one is drawn. */
async function begin(): Promise<void> {
  const parts = { look: () => drawn, isComplete, isBusy: () => isBusy, isWanted: () => isWanted }
  void untilDrawn(parts).then((count) => (found = count))
  await vi.advanceTimersByTimeAsync(0)
}

test('a place is drawn as soon as the match is', async () => {
  await begin()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(found).toBeNull()
  drawn = 1
  await vi.advanceTimersByTimeAsync(50)
  expect(found).toBe(1)
})

test('a match that is never drawn is waited for only while more is coming', async () => {
  await begin()
  await vi.advanceTimersByTimeAsync(1_000)
  isBusy = false
  await vi.advanceTimersByTimeAsync(400)
  expect(found).toBeNull()
  await vi.advanceTimersByTimeAsync(200)
  expect(found).toBe(0)
})

test('nothing is waited for without end, and nothing that nobody wants any more', async () => {
  await begin()
  await vi.advanceTimersByTimeAsync(3_900)
  expect(found).toBeNull()
  await vi.advanceTimersByTimeAsync(200)
  expect(found).toBe(0)
  found = null
  await begin()
  isWanted = false
  await vi.advanceTimersByTimeAsync(50)
  expect(found).toBe(0)
})
