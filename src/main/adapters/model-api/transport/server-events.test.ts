import { expect, test } from 'vitest'
import { LIMITS, OverLimit } from '../faults/limits.ts'
import { ServerEvents } from './server-events.ts'

/** What each chunk ends, as `name:data`. */
function eventsOf(...chunks: readonly string[]): readonly (readonly string[])[] {
  const split = new ServerEvents()
  return chunks.map((chunk) =>
    split.take(Buffer.from(chunk)).map(({ data, name }) => `${name ?? ''}:${data}`),
  )
}

test('events are whole, however they were split, and the last one only with its empty line', () => {
  const stream = 'data: ä\n\nevent: x\rdata\r\rid: 1\ndata:b\r\n\r\ndata: c\ndata: d\n\n'
  const events = [':ä', 'x:', ':b', ':c\nd']
  expect(eventsOf(stream)).toEqual([events])
  const bytes = Array.from(Buffer.from(`${stream}data: cut\n`), (byte) => Buffer.of(byte))
  const split = new ServerEvents()
  const found = bytes.flatMap((byte) => split.take(byte))
  expect(found.map(({ data, name }) => `${name ?? ''}:${data}`)).toEqual(events)
})

test('an event is there with its last byte: nothing waits for the LF that may follow a CR', () => {
  expect(eventsOf('data: a\r\r', 'data: b\r\n\r', '\ndata: c\r', '\ndata: d\r', '\r')).toEqual([
    [':a'],
    [':b'],
    [],
    [],
    [':c\nd'],
  ])
})

test.each([
  ['without a known field', 'x\n'.repeat(2 ** 15)],
  // One byte of the letter looks like a CR.
  ['that end in LF after one that ended in CR', `\r${'\u0D12\n'.repeat(2 ** 14)}`],
])('lines %s hold the event loop no longer than others', (_, lines) => {
  const chunk = Buffer.from(lines)
  const split = new ServerEvents()
  const before = process.threadCpuUsage()
  for (let count = 1; count <= 10; count += 1) split.take(chunk)
  const { user } = process.threadCpuUsage(before)
  expect(user / 1_000).toBeLessThan(1_000)
})

test('lines without a known field change no event, wherever they are', () => {
  const stream =
    'x\ndata: a\nxdata: b\n\nretry: soon\nevent\ndata: c\nx\n\ndatas: d\nevent: e\ndata\n\n'
  const events = [':a', ':c', 'e:']
  expect(eventsOf(stream)).toEqual([events])
  expect(eventsOf(...Array.from(stream)).flat()).toEqual(events)
})

test('lines without data are no event', () => {
  const none = [': data: a\n\n', 'id: data\n\n', 'datas: a\n\n', 'event: data\n\n']
  expect(eventsOf(none.join(''), 'data: a\n\n')).toEqual([[], [':a']])
})

test('a byte order mark before the first event is not part of its field', () => {
  expect(eventsOf('\uFEFFdata: a\n\n')).toEqual([[':a']])
})

test.each([
  ['one line', 'data: ', 'x'],
  ['lines', '', 'data: x\n'],
  ['comments', '', ': still here\n\n'],
])('%s without an event end the stream at the limit of an event', (_, first, again) => {
  const chunk = Buffer.from(again.repeat(2 ** 16 / again.length))
  const split = new ServerEvents()
  split.take(Buffer.from(`data: a\n\n${first}`))
  const most = Math.floor(LIMITS.event.bytes / chunk.length)
  for (let count = 1; count <= most; count += 1) expect(split.take(chunk)).toEqual([])
  expect(() => split.take(chunk)).toThrow(new OverLimit('event'))
})

test('events without end end the stream at its own limit', () => {
  const split = new ServerEvents()
  const events = Buffer.from(`data: ${'x'.repeat(2 ** 20)}\n\n`)
  const most = Math.floor(LIMITS.stream.bytes / events.length)
  for (let count = 1; count <= most; count += 1) expect(split.take(events)).toHaveLength(1)
  expect(() => split.take(events)).toThrow(new OverLimit('stream'))
})
