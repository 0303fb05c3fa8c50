import { createServer, type Server } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import type { ModelApi } from './model-api.ts'
import { describeFault, namesOf } from './describe-fault.ts'
import {
  endlessAnswers,
  type EndlessServer,
  type EndlessSpeech,
  startEndlessServer,
} from './fakes/endless-server.ts'
import { ask, modelAt } from './fakes/model-calls.ts'
import { testEndpoint } from './test-endpoint.ts'
import { DEFAULT_TIMEOUTS } from '../../../shared/models/timeouts.ts'

let server: EndlessServer | null = null
let raw: Server | null = null
afterEach(async () => {
  await server?.close()
  raw?.close()
  server = null
  raw = null
})

/** Whatever an endpoint sends endlessly is ended at its limit, with a sentence. */
export function testEndlessAnswers(api: ModelApi, speech: EndlessSpeech): void {
  describe('endless answers', () => {
    test.each(endlessAnswers(speech))(
      '%s: ended at its limit, with a sentence, and the connection closed',
      async (_name, answer, words, mostBytes) => {
        server = await startEndlessServer(answer)
        const { outcome } = await ask(modelAt(api, server.url))
        const kind = answer.status === 200 ? 'network' : 'server'
        expect(outcome).toMatchObject({
          type: 'failed',
          kind,
          detail: expect.stringMatching(words),
        })
        expect(await server.bytesTaken()).toBeLessThan(mostBytes)
        expect(server.requests).toBe(1)
      },
    )

    test.each([
      [401, 'auth', 'The API key was refused.'],
      [404, 'invalidRequest', 'The address answered, but not like'],
      [429, 'rateLimit', 'has reached its limit for'],
    ] as const)('a %i with an endless body still says what it is', async (status, kind, words) => {
      const answer = {
        status,
        headers: { 'content-type': 'text/html' },
        first: '<p>',
        again: 'x',
      }
      server = await startEndlessServer(answer)
      const { outcome } = await ask(modelAt(api, server.url))
      expect(outcome).toMatchObject({ kind, detail: expect.stringContaining(words) })
      await server.bytesTaken()
    })

    test('an answer that is not a stream is not read', async () => {
      const answer = {
        status: 200,
        headers: { 'content-type': 'text/html' },
        first: '',
        again: 'x',
      }
      server = await startEndlessServer(answer)
      const { outcome } = await ask(modelAt(api, server.url))
      expect(outcome).toMatchObject({ kind: 'invalidRequest' })
      expect(await server.bytesTaken()).toBeLessThan(32 * 1024 * 1024)
    })

    test('headers without end', async () => {
      const { outcome } = await ask(modelAt(api, await serveHeaders()))
      expect(outcome).toMatchObject({
        kind: 'network',
        detail: expect.stringContaining('headers longer than 16 KB'),
      })
    })

    test.each([{}, { 'content-encoding': 'gzip' }])('a list of models with %o', async (packed) => {
      const headers = { 'content-type': 'application/json', ...packed }
      const first = '{"data":['
      server = await startEndlessServer({ status: 200, headers, first, again: '{"id":"a"},' })
      const endpoint = { baseUrl: server.url, apiKey: 'key', headers: {} }
      const found = await api.listModels(endpoint, AbortSignal.timeout(20_000))
      const fault = found.ok ? null : found.error
      expect(fault).toEqual({ type: 'tooMuch', limited: 'models' })
      const { what } = describeFault(fault ?? { type: 'bug' }, namesOf({ api, endpoint }, 'it'))
      expect(what).toBe('The list of models was longer than 4 MB and was cut off.')
      expect(await server.bytesTaken()).toBeLessThan(48 * 1024 * 1024)
    })

    test('the refusal of a list of models', async () => {
      const headers = { 'content-type': 'application/json' }
      server = await startEndlessServer({ status: 500, headers, first: '', again: 'x' })
      const endpoint = { baseUrl: server.url, apiKey: 'key', headers: {} }
      const found = await api.listModels(endpoint, AbortSignal.timeout(20_000))
      expect(found).toMatchObject({ ok: false, error: { type: 'tooMuch', limited: 'error' } })
    })

    test('the button that tests an endpoint', async () => {
      const headers = { 'content-type': 'text/event-stream' }
      const first = speech.start
      server = await startEndlessServer({
        status: 200,
        headers,
        first,
        again: speech.text('words '.repeat(100)),
      })
      const endpoint = { baseUrl: server.url, apiKey: 'key', headers: {} }
      const model = { model: 'm', timeouts: DEFAULT_TIMEOUTS }
      const tested = await testEndpoint({ api, endpoint }, model, AbortSignal.timeout(20_000))
      expect(tested).toEqual({
        works: false,
        message: 'The answer was longer than 16 MB and was stopped.',
      })
    })
  })
}

/** Sends headers until the other side disconnects. */
async function serveHeaders(): Promise<string> {
  raw = createServer((socket) => {
    socket.on('error', () => undefined)
    const header = `x-more: ${'x'.repeat(1000)}\r\n`
    const more = (): void => {
      while (!socket.destroyed && socket.write(header));
    }
    socket.on('drain', more)
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\n')
      more()
    })
  })
  await once(raw.listen(0, '127.0.0.1'), 'listening')
  const address = raw.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}
