import { describe, expect, test, vi } from 'vitest'
import { chat, chunk, ofChunks } from '../../../../e2e/fake-model-server/chat-replies.ts'
import { bash, text } from '../../../../e2e/fake-model-server/parts.ts'
import { bodyOf, message } from '../../../../e2e/fake-model-server/replies.ts'
import type { Reply } from '../../../../e2e/fake-model-server/reply.ts'
import { DEFAULT_TIMEOUTS } from '../../../shared/models/timeouts.ts'
import { ManualTime } from '../../runtime/fakes/manual-time.ts'
import { readReply as readMessage } from '../anthropic/read-reply.ts'
import { readReply as readChat } from '../openai-compatible/read-reply.ts'
import { AFTER_ANSWER_MS, Watchdog } from './transport/watchdog.ts'

const PARTS = [text('One. ', 2), bash('ls')]
const WHOLE = {
  type: 'whole',
  reply: { end: 'toolUse', blocks: [{ text: 'One. ' }, { name: 'bash' }] },
}

/** A comment, an event, and an empty piece of chat completions. */
const PINGS = [
  ': ping\n\n',
  'event: ping\ndata: {"type":"ping"}\n\n',
  `data: ${JSON.stringify(chunk({}))}\n\n`,
]

/** Reads a stream that has sent this reply but does not end. */
function reading(read: typeof readChat, reply: Reply) {
  const time = new ManualTime()
  const onExpired = vi.fn()
  const onDelta = vi.fn()
  const watchdog = new Watchdog({
    timers: time,
    clock: time,
    timeouts: DEFAULT_TIMEOUTS,
    onExpired,
    onSilence: () => {},
  })
  const answered = vi.spyOn(watchdog, 'answered')
  const source = new TransformStream<Uint8Array, Uint8Array>()
  const stream = source.writable.getWriter()
  const send = (bytes: string | Uint8Array): void => {
    stream.write(Buffer.from(bytes)).catch(() => undefined)
  }
  send(bodyOf(reply))
  const outcome = read({
    response: new Response(source.readable, { headers: { 'content-type': 'text/event-stream' } }),
    watchdog,
    signal: new AbortController().signal,
    now: () => 0,
    onStarted: () => {},
    onDelta,
    onCallDelta: () => {},
    onReplied: () => {},
  })
  return {
    answered,
    breakOff: () => stream.abort(new TypeError('terminated')),
    onDelta,
    onExpired,
    outcome,
    send,
    time,
  }
}

const withoutLast = (reply: Reply, steps: number): Reply => ({
  ...reply,
  steps: reply.steps.slice(0, -steps),
})

describe.each([
  ['the Messages API', readMessage, withoutLast(message(PARTS), 1)],
  ['chat completions', readChat, withoutLast(chat(PARTS), 2)],
] as const)('an answer is whole without the end of its stream: %s', (_, read, reply) => {
  test('nothing follows', async () => {
    const { answered, onExpired, outcome, time } = reading(read, reply)
    await expect.poll(() => answered.mock.calls).toHaveLength(1)
    await time.advance(AFTER_ANSWER_MS)
    expect(await outcome).toMatchObject(WHOLE)
    expect(onExpired).not.toHaveBeenCalled()
  })

  test('only pings follow', async () => {
    const { answered, outcome, send, time } = reading(read, reply)
    await expect.poll(() => answered.mock.calls).toHaveLength(1)
    for (let ping = 0; ping < 10; ping++) {
      for (const each of PINGS) send(each)
      await time.advance(AFTER_ANSWER_MS / 10)
    }
    expect(await outcome).toMatchObject(WHOLE)
  })

  test('its connection breaks', async () => {
    const { answered, breakOff, outcome } = reading(read, reply)
    await expect.poll(() => answered.mock.calls).toHaveLength(1)
    await breakOff()
    expect(await outcome).toMatchObject(WHOLE)
  })
})

test('an end reason with every piece does not say that the answer is whole', async () => {
  const { answered, breakOff, onDelta, outcome } = reading(
    readChat,
    ofChunks(
      [
        chunk({ role: 'assistant', content: '' }, 'stop'),
        chunk({ content: 'One' }, 'stop'),
        chunk({}, 'stop'),
        chunk({ content: ' two' }, 'stop'),
      ],
      { endsWithDone: false },
    ),
  )
  await expect.poll(() => onDelta.mock.calls).toHaveLength(2)
  await breakOff()
  expect(await outcome).toMatchObject({ type: 'broken', fault: { type: 'brokenOff' } })
  expect(answered).not.toHaveBeenCalled()
})
