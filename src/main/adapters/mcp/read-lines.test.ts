import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { until } from '../processes/supervisor-fixture.ts'
import { MAX_MESSAGE_BYTES, readLines } from './read-lines.ts'

test('a flood is read in slices of time, and all of it arrives in its order', async () => {
  const stream = new PassThrough({ highWaterMark: 1024 * 1024 })
  const lines: string[] = []
  const startedAt = performance.now()
  const stop = readLines(stream, { onLine: (line) => lines.push(line), onTooLong: () => undefined })
  stream.write(Array.from({ length: 2_000 }, (_, n) => `${n}\r\n`).join(''))
  await until(() => lines.length > 0)
  const slices = 1 + Math.floor((performance.now() - startedAt) / 100)
  expect(lines.length).toBeLessThanOrEqual(400 * slices)
  await until(() => lines.length === 2_000)
  expect(performance.now() - startedAt).toBeGreaterThan(390)
  expect(lines).toEqual(Array.from({ length: 2_000 }, (_, n) => `${n}`))
  stop()
})

test('a line that is cut into pieces is whole, and one without an end is given up at its limit', async () => {
  const stream = new PassThrough()
  const lines: string[] = []
  let isTooLong = false
  readLines(stream, { onLine: (line) => lines.push(line), onTooLong: () => (isTooLong = true) })
  for (const piece of ['{"a":"', 'ä'.slice(0, 1), 'b"}\n{"c"', ':1}\n']) stream.write(piece)
  await until(() => lines.length === 2)
  expect(lines).toEqual(['{"a":"äb"}', '{"c":1}'])
  const piece = Buffer.alloc(1024 * 1024, 'z')
  for (let n = 0; n <= MAX_MESSAGE_BYTES / piece.length; n++) stream.write(piece)
  await until(() => isTooLong)
  expect(stream.destroyed).toBe(true)
})
