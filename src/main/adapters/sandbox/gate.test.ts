import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { openGate } from './gate.ts'

test('a character of its complaint that arrives in two pieces is whole', async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const child = { pid: 1, startTime: 0, stdout, stderr, gate: null }
  const ended = openGate(child, Promise.resolve(), new AbortController().signal)
  const words = Buffer.from('bwrap: ö')
  stderr.write(words.subarray(0, -1))
  stderr.end(words.subarray(-1))
  const atGate = await ended
  expect(atGate.type === 'ended' && (await atGate.complaint)).toBe('bwrap: ö')
})
