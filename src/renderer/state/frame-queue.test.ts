import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFrameQueue } from './frame-queue.ts'

let frames: FrameRequestCallback[] = []
beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const paint = (): void => {
  const due = frames
  frames = []
  for (const frame of due) frame(0)
}

describe('the frame queue', () => {
  test('passes on everything received, in order, once per painted frame', () => {
    const batches: (readonly number[])[] = []
    const queue = createFrameQueue<number>((items) => batches.push(items))
    for (let item = 0; item < 20_000; item += 1) queue.push(item)
    expect(frames).toHaveLength(1)
    paint()
    expect(batches).toEqual([Array.from({ length: 20_000 }, (_, index) => index)])
    vi.advanceTimersByTime(1_000)
    expect(batches).toHaveLength(1)
  })

  test('continues in a window that paints nothing', () => {
    const batches: (readonly string[])[] = []
    const queue = createFrameQueue<string>((items) => batches.push(items))
    queue.push('a')
    vi.advanceTimersByTime(100)
    expect(batches).toEqual([['a']])
  })

  test('holds a limited number when neither frames nor timers fire', () => {
    const sizes: number[] = []
    const queue = createFrameQueue<number>((items) => sizes.push(items.length))
    for (let item = 0; item < 70_000; item += 1) queue.push(item)
    expect(sizes).toEqual([30_000, 30_000])
    vi.advanceTimersByTime(100)
    expect(sizes).toEqual([30_000, 30_000, 10_000])
  })
})
