import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bash, text, thinking } from '../../../../e2e/fake-model-server/parts.ts'
import { bodyOf, message } from '../../../../e2e/fake-model-server/replies.ts'
import { ManualTime } from '../../runtime/fakes/manual-time.ts'
import { DEFAULT_TIMEOUTS } from '../../../shared/models/timeouts.ts'
import { readReply } from './read-reply.ts'
import { Watchdog } from '../model-api/transport/watchdog.ts'

const PARTS = [
  thinking('«Überlegung» 🤔', 'sïg', 3),
  text('line one\nline two 👩‍👩‍👧 \u2028 end', 5),
  bash('printf "a\\r\\n\\tü"', 'toolu_1'),
]
const FRAMINGS = ['lf', 'crlf', 'cr', 'manyLines'] as const

async function read(chunks: readonly Uint8Array[]) {
  const deltas: string[] = []
  const body = new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const time = new ManualTime()
  const watchdog = new Watchdog({
    timers: time,
    clock: time,
    timeouts: DEFAULT_TIMEOUTS,
    onExpired: () => {},
    onSilence: () => {},
  })
  const reply = await readReply({
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    watchdog,
    signal: new AbortController().signal,
    now: () => 0,
    onStarted: () => {},
    onCallDelta: () => {},
    onDelta: (part, piece) => deltas.push(`${part}:${piece}`),
    onReplied: () => {},
  })
  return { reply, deltas }
}

test('T47 any chunk split, split UTF-8, CRLF and CR, and multiple data lines give equal events', async () => {
  const whole = await read([bodyOf(message(PARTS))])
  expect(whole.reply).toMatchObject({ type: 'whole', reply: { end: 'toolUse' } })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...FRAMINGS),
      fc.array(fc.nat({ max: 4000 }), { maxLength: 40 }),
      async (framing, cuts) => {
        const bytes = bodyOf(message(PARTS, { framing }))
        const points = [0, ...cuts.map((cut) => cut % bytes.length), bytes.length]
        const sorted = points.toSorted((a, b) => a - b)
        const chunks = sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end))
        expect(await read(chunks)).toEqual(whole)
      },
    ),
    { numRuns: 500 },
  )
})

test.each(FRAMINGS)('byte by byte in the framing %s', async (framing) => {
  const bytes = bodyOf(message(PARTS, { framing }))
  const whole = await read([bodyOf(message(PARTS))])
  expect(await read(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole)
})
