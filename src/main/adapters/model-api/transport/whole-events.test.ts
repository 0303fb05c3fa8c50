import { expect, test } from 'vitest'
import { wholeEvents } from './whole-events.ts'

async function passedOn(...chunks: readonly string[]): Promise<readonly string[]> {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk))
      controller.close()
    },
  })
  const passed: string[] = []
  for await (const bytes of body.pipeThrough(wholeEvents(() => undefined))) {
    passed.push(Buffer.from(bytes).toString())
  }
  return passed
}

test('events are passed on whole, those of a chunk together, however they were split', async () => {
  const events = ['data: a\n\n', 'event: x\rdata\r\r', 'id: 1\ndata:b\n\n']
  expect(await passedOn(events.join(''))).toEqual([events.join('')])
  expect(await passedOn(...Array.from(events.join('')))).toEqual(events)
  expect(await passedOn('data: a\n\nda', 'ta: b')).toEqual(['data: a\n\n', 'data: b'])
})

test('a line without data is no event, and never reaches the SDK', async () => {
  const none = [': data: a\n\n', 'id: data\n\n', 'datas: a\n\n', 'event: data\n\n']
  expect(await passedOn(...none, 'data: a\n\n')).toEqual(['data: a\n\n'])
  expect(await passedOn(none.join(''))).toEqual([])
})

test('an event that ends in CR and LF is passed on to its last byte', async () => {
  const events = 'data: a\r\n\r\ndata: b\r\n\r\n'
  expect((await passedOn(events)).join('')).toBe(events)
  expect((await passedOn(...Array.from(events))).join('')).toBe(events)
})

test('a byte order mark before the first event is not part of its field', async () => {
  const event = '\uFEFFdata: a\n\n'
  expect(await passedOn(event)).toEqual([event])
})
