import { describe, expect, test } from 'vitest'
import { bash, text, thinking } from '../../../../e2e/fake-model-server/parts.ts'
import {
  cutAfterBytes,
  errorAfter,
  message,
  messageEvents,
  ofBytes,
  ofEvents,
  page,
  SILENCE,
  stallAfter,
  bodyOf,
} from '../../../../e2e/fake-model-server/replies.ts'
import { streamEvent, type Reply } from '../../../../e2e/fake-model-server/reply.ts'
import { isRetryable } from '../../core/round/retry-policy.ts'
import { ManualTime } from '../../runtime/fakes/manual-time.ts'
import { ask, beginCall, modelAt } from './fakes/anthropic-calls.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'

const server = serverForEach()

const PARTS = [thinking('Let me see.', 'sig+/=='), text('Grüße 👋🏽 aus dem Ordner', 6), bash('ls')]
const WHOLE = message(PARTS)
const WHOLE_OUTCOME = {
  type: 'responded',
  blocks: [
    { type: 'thinking', text: 'Let me see.', signature: 'sig+/==' },
    { type: 'text', text: 'Grüße 👋🏽 aus dem Ordner' },
    { type: 'toolCall', name: 'bash', input: { type: 'object', value: { command: 'ls' } } },
  ],
  end: 'toolUse',
  usage: { inputTokens: 100, outputTokens: 20, cacheReadTokens: 0, cacheWriteTokens: 0 },
}

async function answerTo(reply: Reply) {
  server().enqueue(reply)
  return ask(modelAt(server().url))
}

/** A call whose request has reached the server, on a clock that only the test advances. */
async function receivedOf(reply: Reply) {
  const time = new ManualTime()
  server().enqueue(reply)
  const asking = beginCall(modelAt(server().url, { time }))
  await server().waitForRequest(1)
  return { ...asking, time }
}

describe('streams that produce a reply', () => {
  test('a healthy stream', async () => {
    const { outcome, started, deltas } = await answerTo(WHOLE)
    expect(outcome).toMatchObject(WHOLE_OUTCOME)
    expect(started).toBe(1)
    expect(deltas[0]).toEqual(['thinking', 'Let me see.'])
    const texts = deltas.filter(([part]) => part === 'text').map(([, piece]) => piece)
    expect(texts).toHaveLength(6)
    expect(texts.join('')).toBe('Grüße 👋🏽 aus dem Ordner')
  })

  test('a second message_start', async () => {
    const events = messageEvents(PARTS)
    const { outcome } = await answerTo(ofEvents([...events.slice(0, 5), ...events]))
    expect(outcome).toMatchObject({ type: 'responded', end: 'toolUse' })
    const again = streamEvent({
      type: 'message_start',
      message: { usage: { input_tokens: 7, output_tokens: 7 } },
    })
    const doubled = await answerTo(ofEvents([...events.slice(0, 6), again, ...events.slice(6)]))
    expect(doubled.outcome).toMatchObject(WHOLE_OUTCOME)
    expect(doubled.started).toBe(1)
  })

  test('events and deltas of unknown kinds, with and without JSON', async () => {
    const odd = [
      streamEvent({ type: 'content_block_telepathy', index: 1, thought: '?' }),
      { name: 'gossip', data: 'not JSON at all' },
      streamEvent({ type: 'content_block_delta', index: 1, delta: { type: 'scent_delta' } }),
      streamEvent({
        type: 'content_block_delta',
        index: 77,
        delta: { type: 'text_delta', text: '?' },
      }),
    ]
    const events = messageEvents(PARTS).flatMap((event) => [event, ...odd])
    const { outcome } = await answerTo(ofEvents(events))
    expect(outcome).toMatchObject(WHOLE_OUTCOME)
  })

  test('CRLF line ends, and characters split in the middle of their bytes', async () => {
    const bytes = bodyOf(message(PARTS, { framing: 'crlf' }))
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte))
    const { outcome } = await answerTo(ofBytes(pieces))
    expect(outcome).toMatchObject(WHOLE_OUTCOME)
  })
})

describe('streams that end without a reply', () => {
  test('nothing at all: the deadline of the first byte', async () => {
    const { received, outcome, time } = await receivedOf(SILENCE)
    await time.advance(60_000)
    expect(await outcome).toEqual({
      type: 'failed',
      kind: 'timeout',
      detail: 'claude-test sent nothing for 60 s. Retry, or choose another model.',
      retryAfterMs: null,
      rejectedPart: null,
    })
    expect(received.started).toBe(0)
    await server().waitForClose(1)
  })

  test('silent while it thinks: the longer deadline', async () => {
    const reply = message([thinking('hm', 'sig'), text('x')])
    const { received, outcome, time } = await receivedOf(stallAfter(reply, 4))
    await expect.poll(() => received.deltas.length).toBeGreaterThan(0)
    await time.advance(5 * 60_000)
    expect(await outcome).toMatchObject({
      kind: 'timeout',
      detail: expect.stringContaining('5 minutes'),
    })
  })

  test.each([
    ['in the first event', 60],
    ['between blocks', 700],
    ['in the JSON of a tool call', -420],
    ['before message_stop', -60],
  ])(
    'T46 a stream cut %s is a retryable network error, its partial text discarded',
    async (_, at) => {
      const { outcome } = await answerTo(
        cutAfterBytes(WHOLE, at < 0 ? bodyOf(WHOLE).length + at : at),
      )
      expect(outcome).toEqual({
        type: 'failed',
        kind: 'network',
        detail: expect.stringContaining('was lost'),
        retryAfterMs: null,
        rejectedPart: null,
      })
      expect(isRetryable('network')).toBe(true)
    },
  )

  test('a stream that closes cleanly, but without a stop reason', async () => {
    const { outcome } = await answerTo(ofEvents(messageEvents(PARTS).slice(0, -2)))
    expect(outcome).toMatchObject({ type: 'failed', kind: 'network' })
  })

  test('an error event in the middle', async () => {
    const { outcome, deltas } = await answerTo(
      errorAfter(message([text('ab', 2)]), 4, 'overloaded_error'),
    )
    expect(outcome).toMatchObject({ type: 'failed', kind: 'overloaded' })
    expect(deltas).toEqual([['text', 'a']])
    await server().waitForClose(1)
  })

  test('a status of 200 with a page of HTML', async () => {
    const { outcome, started } = await answerTo(page('<h1>Welcome</h1>'))
    expect(outcome).toEqual({
      type: 'failed',
      kind: 'invalidRequest',
      detail:
        'The address answered, but not like the Anthropic API: check the base URL in Settings.',
      retryAfterMs: null,
      rejectedPart: null,
    })
    expect(started).toBe(0)
  })

  test('an event that is not JSON', async () => {
    const events = messageEvents(PARTS)
    const bad = { name: 'content_block_delta', data: '{"type":"content_block_delta","ind' }
    const { outcome } = await answerTo(ofEvents([...events.slice(0, 4), bad, ...events.slice(4)]))
    expect(outcome).toMatchObject({ type: 'failed', kind: 'server' })
  })

  test('an empty reply without a stop reason is a server error, which is retried', async () => {
    const { outcome } = await answerTo(message([], { stopReason: null }))
    expect(outcome).toMatchObject({ type: 'failed', kind: 'server' })
    expect(isRetryable('server')).toBe(true)
  })
})

test('an empty reply with end_turn is a reply', async () => {
  const { outcome } = await answerTo(message([]))
  expect(outcome).toMatchObject({ type: 'responded', blocks: [], end: 'endTurn' })
})

test('an unknown stop reason and an unknown block are passed on as they are', async () => {
  const json = { type: 'hologram', depth: 3 }
  const { outcome } = await answerTo(
    message([{ type: 'block', json }, text('Hi')], { stopReason: 'bored' }),
  )
  expect(outcome).toMatchObject({
    end: 'unknown',
    blocks: [
      { type: 'other', json },
      { type: 'text', text: 'Hi' },
    ],
  })
})

test('consecutive requests reuse the same connections', async () => {
  const model = modelAt(server().url)
  for (let round = 0; round < 8; round++) {
    server().enqueue(WHOLE)
    await ask(model)
  }
  // One may still be on its last byte when the next request goes out.
  expect(new Set(server().requests.map(({ port }) => port)).size).toBeLessThanOrEqual(2)
})

test('a connection whose end arrives late is reused', async () => {
  const lateEnd: Reply = { ...WHOLE, steps: [...WHOLE.steps, { type: 'wait', ms: 50 }] }
  const model = modelAt(server().url)
  server().enqueue(lateEnd, WHOLE, WHOLE)
  await ask(model)
  expect(server().requests[0]?.closedAt).toBeNull()
  await server().waitForClose(1)
  await ask(model)
  await ask(model)
  const [first, ...others] = server().requests.map(({ port }) => port)
  expect(others).toContain(first)
})
