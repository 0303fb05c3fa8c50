import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, test } from 'vitest'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import {
  flood,
  message,
  pingAfter,
  SILENCE,
  stallAfter,
} from '../../../../e2e/fake-model-server/replies.ts'
import { ManualTime } from '../../runtime/fakes/manual-time.ts'
import { ask, beginCall, modelAt } from './fakes/anthropic-calls.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'

const server = serverForEach()

const HEADERS = 'undici:request:headers'
const MESSAGE = message([text('one two', 2)])

/** Resolves when the headers of an answer have reached the client. */
function nextHeaders(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const onHeaders = (): void => {
    unsubscribe(HEADERS, onHeaders)
    resolve()
  }
  subscribe(HEADERS, onHeaders)
  return promise
}

// covers REQ-BED-005.1a
test.each([
  ['before the headers', 'request', SILENCE],
  ['after the headers', 'headers', stallAfter(MESSAGE, 0)],
  ['in a stream that has stalled', 'delta', stallAfter(MESSAGE, 4)],
  ['while pings alone come', 'delta', pingAfter(MESSAGE, 4, 1)],
  ['in a flood', 'delta', flood(1_000_000, 'word ')],
] as const)('an abort %s answers at once and closes the socket', async (_, until, reply) => {
  server().enqueue(reply)
  const abort = new AbortController()
  let late = 0
  const { promise: delta, resolve: onFirst } = Promise.withResolvers<void>()
  const headers = nextHeaders()
  const asking = ask(modelAt(server().url), {
    signal: abort.signal,
    onDelta: () => {
      if (abort.signal.aborted) late++
      onFirst()
    },
  })
  const arrivals = { request: server().waitForRequest(1), headers, delta }
  await arrivals[until]
  abort.abort({ reason: 'user' })
  expect((await asking).outcome).toMatchObject({ type: 'failed', kind: 'aborted' })
  await server().waitForClose(1)
  expect(late).toBe(0)
})

test('a signal that has fired already sends nothing', async () => {
  const { outcome } = await ask(modelAt(server().url), { signal: AbortSignal.abort() })
  expect(outcome).toMatchObject({ kind: 'aborted' })
  expect(server().requests).toHaveLength(0)
})

test('an abort after the reply changes nothing', async () => {
  server().enqueue(MESSAGE)
  const abort = new AbortController()
  const { outcome } = await ask(modelAt(server().url), { signal: abort.signal })
  abort.abort()
  expect(outcome.type).toBe('responded')
})

test("a deadline is a timeout and an abort is an abort, whatever the error's text", async () => {
  server().enqueue(message([text('[command cancelled] AbortError: This operation was aborted')]))
  const received = await ask(modelAt(server().url))
  expect(received.outcome.type).toBe('responded')
  server().enqueue(SILENCE)
  const time = new ManualTime()
  const timed = beginCall(modelAt(server().url, { time }))
  await server().waitForRequest(2)
  await time.advance(60_000)
  expect(await timed.outcome).toMatchObject({ kind: 'timeout' })
})

test('after an abort no delta arrives, not even from the same chunk', async () => {
  server().enqueue(flood(1000, 'word '))
  const abort = new AbortController()
  let deltas = 0
  const { outcome } = await ask(modelAt(server().url), {
    signal: abort.signal,
    onDelta: () => {
      deltas++
      abort.abort()
    },
  })
  await server().waitForClose(1)
  expect(outcome).toMatchObject({ kind: 'aborted' })
  expect(deltas).toBe(1)
})
