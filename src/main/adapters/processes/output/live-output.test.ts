import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveOutput, MAX_PIECE_BYTES } from './live-output.ts'

let pieces: string[] = []
let live: LiveOutput
beforeEach(() => {
  vi.useFakeTimers()
  pieces = []
  live = new LiveOutput((text) => pieces.push(text))
})
afterEach(() => {
  vi.useRealTimers()
})

test('the first piece is shown at once, later ones are batched, at most 20 a second', () => {
  live.push(Buffer.from('first '))
  expect(pieces).toEqual(['first '])
  for (let ms = 0; ms < 1_000; ms++) {
    live.push(Buffer.from('.'))
    vi.advanceTimersByTime(1)
  }
  expect(pieces.length).toBeLessThanOrEqual(21)
  live.finish()
  expect(pieces.join('')).toBe(`first ${'.'.repeat(1_000)}`)
})

test('after a pause the next piece is shown at once again', () => {
  live.push(Buffer.from('a'))
  vi.advanceTimersByTime(100)
  live.push(Buffer.from('b'))
  expect(pieces).toEqual(['a', 'b'])
})

test('output over 64 KB in one interval is counted, not shown, and no character is split', () => {
  live.push(Buffer.from('a'))
  const flood = Buffer.from('€'.repeat(100_000))
  live.push(flood)
  vi.advanceTimersByTime(50)
  const [note, text = ''] = pieces[1]?.split('shown …]\n') ?? []
  expect(text).toMatch(/^€+$/)
  expect(Buffer.byteLength(text)).toBeGreaterThan(MAX_PIECE_BYTES - 3)
  const skipped = flood.length - Buffer.byteLength(text)
  expect(note).toBe(`\n[… ${skipped} bytes are not `)
})

test('an escape or line end split between pieces is put together again', () => {
  live.push(Buffer.from('\u001b[3'))
  vi.advanceTimersByTime(50)
  live.push(Buffer.from('1mred\r'))
  vi.advanceTimersByTime(50)
  live.push(Buffer.from('\nnext\r'))
  vi.advanceTimersByTime(50)
  live.finish()
  expect(pieces.join('')).toBe('\u001b[31mred\nnext\n')
})

test('a stop shows nothing more', () => {
  live.push(Buffer.from('a'))
  live.push(Buffer.from('b'))
  live.stop()
  vi.advanceTimersByTime(1_000)
  expect(pieces).toEqual(['a'])
})
