import { PassThrough } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { until } from '../processes/supervisor-fixture.ts'
import { LINES_A_SLICE, MAX_MESSAGE_BYTES, readLines, readLog, SLICE_MS } from './read-lines.ts'

afterEach(() => vi.useRealTimers())

test('a flood is read in slices of time, and all of it arrives in order', async () => {
  const stream = new PassThrough({ highWaterMark: 1024 * 1024 })
  const lines: string[] = []
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let isAtEnd = false
  const stop = readLines(stream, {
    onLine: (line) => lines.push(line),
    onTooLong: () => undefined,
    onEnd: () => (isAtEnd = true),
  })
  stream.end(Array.from({ length: 2_000 }, (_, n) => `${n}\r\n`).join(''))
  const arrived: number[] = []
  for (let slice = 0; slice < 5; slice += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    arrived.push(lines.length)
    vi.advanceTimersByTime(SLICE_MS - 1)
    expect(lines.length).toBe(arrived.at(-1))
    vi.advanceTimersByTime(1)
  }
  expect(arrived).toEqual([1, 2, 3, 4, 5].map((slices) => slices * LINES_A_SLICE))
  expect(lines).toEqual(Array.from({ length: 2_000 }, (_, n) => `${n}`))
  await expect.poll(() => isAtEnd).toBe(true)
  stop()
})

test('a line in pieces is reassembled, and one without an end is given up at its limit', async () => {
  const stream = new PassThrough()
  const lines: string[] = []
  let isTooLong = false
  readLines(stream, {
    onLine: (line) => lines.push(line),
    onTooLong: () => (isTooLong = true),
    onEnd: () => undefined,
  })
  for (const piece of ['{"a":"', 'ä'.slice(0, 1), 'b"}\n{"c"', ':1}\n']) stream.write(piece)
  await until(() => lines.length === 2)
  expect(lines).toEqual(['{"a":"äb"}', '{"c":1}'])
  const piece = Buffer.alloc(1024 * 1024, 'z')
  for (let n = 0; n <= MAX_MESSAGE_BYTES / piece.length; n++) stream.write(piece)
  await until(() => isTooLong)
  expect(stream.destroyed).toBe(true)
})

test('a character of a log that is split between two pieces arrives whole', async () => {
  const stream = new PassThrough()
  let text = ''
  const stop = readLog(stream, (piece) => (text += piece))
  for (const byte of Buffer.from('€ä')) {
    stream.write(Buffer.of(byte))
    await new Promise((resolve) => setImmediate(resolve))
  }
  await until(() => text.length >= 2)
  expect(text).toBe('€ä')
  stop()
})
