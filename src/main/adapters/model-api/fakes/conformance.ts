import type { ServerProtocol } from './server-protocol.ts'
import { describe, expect, type RunnerTestCase, type RunnerTestSuite, test } from 'vitest'
import {
  refusedUrl,
  startFakeModelServer,
} from '../../../../../e2e/fake-model-server/fake-model-server.ts'
import { bash, text, thinking } from '../../../../../e2e/fake-model-server/parts.ts'
import {
  bodyOf,
  cutAfterBytes,
  HANG_UP,
  late,
  ofBytes,
  ofJson,
  page,
  SILENCE,
  stallAfter,
} from '../../../../../e2e/fake-model-server/replies.ts'
import type { Reply } from '../../../../../e2e/fake-model-server/reply.ts'
import { Effort } from '../../../../shared/models/effort.ts'
import type { ReplyEnd } from '../../../../shared/messages/message.ts'
import type { ModelOutcome } from '../../../runtime/ports/ports.ts'
import { ask, type ModelOptions, modelAt } from './model-calls.ts'
import { COMPARING, countedOnPage } from './counted-cases.ts'
import { LIMITS } from '../faults/limits.ts'
import { describeSilences } from './silences.ts'
import { serverForEach } from './fake-server.ts'

const PARTS = [thinking('Let me see.', 'sig+/=='), text('Grüße 👋🏽 aus dem Ordner', 6), bash('ls')]
const WHOLE_BLOCKS = [
  { type: 'thinking', text: 'Let me see.' },
  { type: 'text', text: 'Grüße 👋🏽 aus dem Ordner' },
  { type: 'toolCall', name: 'bash', input: { type: 'object', value: { command: 'ls' } } },
]
const WHOLE = { type: 'responded', blocks: WHOLE_BLOCKS, end: 'toolUse' }

/** Beginnings of sentences by which refusals are told apart: repeated, each is sought an end in vain. */
const HALF_SAID = [
  'model ',
  'reached your specified ',
  'max_tokens ',
  'tool call id was ',
  'check ',
]

/** Each API has its own items, which its own tests check. */
function withoutProviderItems(outcome: ModelOutcome): ModelOutcome {
  if (outcome.type === 'failed') return outcome
  return { ...outcome, blocks: outcome.blocks.filter(({ type }) => type !== 'providerItem') }
}

/** The behaviour of every adapter of a model API, whatever the server does: stream shapes, ends, refusals, abort. */
export function describeConformance(speaker: ServerProtocol): void {
  const server = serverForEach()
  const answerTo = async (reply: Reply, options?: ModelOptions) => {
    server().enqueue(reply)
    const received = await ask(modelAt(speaker.api, server().url, options))
    return { ...received, outcome: withoutProviderItems(received.outcome) }
  }

  const refusedWith = async (message: string): Promise<void> => {
    const error = { code: 400, type: 'invalid_request_error', status: 'INVALID_ARGUMENT', message }
    const { outcome } = await answerTo(ofJson({ type: 'error', error }, 400))
    expect(outcome).toMatchObject({ type: 'failed', kind: 'invalidRequest' })
  }

  describeSilences(speaker, server)

  describe('row 3 the stream shapes', () => {
    test('healthy', async () => {
      const { deltas, outcome, started } = await answerTo(speaker.say(PARTS))
      expect(outcome).toMatchObject(WHOLE)
      expect(outcome).toMatchObject({ usage: { inputTokens: 100, outputTokens: 20 } })
      expect(started).toBe(1)
      const texts = deltas.filter(([part]) => part === 'text').map(([, piece]) => piece)
      expect(texts).toHaveLength(6)
    })

    test.each([0.1, 0.4, 0.6, 0.8])(
      'cut after %s of its bytes: a network error, nothing kept',
      async (share) => {
        const reply = speaker.say(PARTS)
        const at = Math.floor(bodyOf(reply).length * share)
        expect((await answerTo(cutAfterBytes(reply, at))).outcome).toMatchObject({
          type: 'failed',
          kind: 'network',
        })
      },
    )

    test('cut in the JSON of a call', async () => {
      const reply = speaker.say([text('one'), bash('npm run check')])
      const at = bodyOf(reply).toString('latin1').indexOf('npm run')
      const { outcome } = await answerTo(cutAfterBytes(reply, at))
      expect(outcome).toMatchObject({ type: 'failed', kind: 'network' })
    })

    test('an error event in the middle', async () => {
      const { kind, reply } = speaker.errorAfter([text('ab', 2)], 4)
      expect((await answerTo(reply)).outcome).toMatchObject({ type: 'failed', kind })
    })

    test('a second start', async () => {
      const { outcome, started } = await answerTo(speaker.withSecondStart(PARTS))
      expect(outcome).toMatchObject(WHOLE)
      expect(started).toBe(1)
    })

    test('unknown events', async () => {
      expect((await answerTo(speaker.withOddEvents(PARTS))).outcome).toMatchObject(WHOLE)
    })

    test('a delta of 5 MB', async () => {
      const huge = 'ä'.repeat(2_500_000)
      const { deltas, outcome } = await answerTo(speaker.say([text(huge)]))
      expect(outcome).toMatchObject({ blocks: [{ type: 'text', text: huge }] })
      expect(deltas).toHaveLength(1)
    })

    test('CRLF, and characters split in the middle of their bytes', async () => {
      const bytes = bodyOf(speaker.say(PARTS, 'crlf'))
      const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte))
      const { steps } = ofBytes(pieces)
      const reply = { ...speaker.say(PARTS, 'crlf'), steps }
      expect((await answerTo(reply)).outcome).toMatchObject(WHOLE)
    })

    test('a status of 200 with a page', async () => {
      const { outcome } = await answerTo(page('<h1>Welcome</h1>'))
      expect(outcome).toMatchObject({ type: 'failed', kind: 'invalidRequest' })
      expect(JSON.stringify(outcome)).toContain(speaker.api.name)
    })

    test('headers that come slowly', async () => {
      expect((await answerTo(late(speaker.say(PARTS), 100))).outcome).toMatchObject(WHOLE)
    })
  })

  test.each<ReplyEnd>(['endTurn', 'maxTokens', 'toolUse', 'refusal', 'unknown'])(
    'the end %s is told as such',
    async (end) => {
      const parts = end === 'toolUse' ? [bash('ls')] : [text('Hi')]
      expect((await answerTo(speaker.endedBy(end, parts))).outcome).toMatchObject({ end })
    },
  )

  test('an empty reply without a reason is a server error, which is retried', async () => {
    expect((await answerTo(speaker.nothing)).outcome).toMatchObject({ kind: 'server' })
  })

  test.each(speaker.refusals)(
    'T50 %s is what it is, told in sentences and never as a dump',
    async (_, reply, kind) => {
      const { outcome } = await answerTo(reply)
      const detail = expect.stringMatching(/^[\p{L}\d][^\n{}<>[\]\\]{20,300}\.$/u)
      expect(outcome).toMatchObject({ type: 'failed', kind, detail })
      expect(JSON.stringify(outcome)).not.toMatch(/undefined|Error:|_error|node:|\bat \w+ \(/)
      expect(server().requests).toHaveLength(1)
    },
  )

  test.each<[string, () => Record<string, string>]>([
    ['retry-after', () => ({ 'retry-after': '40', 'x-ratelimit-reset-tokens': '9s' })],
    ['the reset of a limit', () => ({ 'x-ratelimit-reset-tokens': '40s' })],
    [
      'the reset of the limit that is used up',
      () => ({
        'anthropic-ratelimit-tokens-remaining': '0',
        'anthropic-ratelimit-tokens-reset': new Date(Date.now() + 40_000).toISOString(),
        'anthropic-ratelimit-requests-remaining': '3',
        'anthropic-ratelimit-requests-reset': new Date(Date.now() + 90_000).toISOString(),
      }),
    ],
  ])('a rate limit says when to try again, by %s', async (_, headers) => {
    const limited = speaker.refusals.find(([name]) => name === '429')?.[1]
    if (limited?.head === null || limited === undefined) throw new Error('no 429')
    const { status, headers: own } = limited.head
    const { outcome } = await answerTo({
      ...limited,
      head: { status, headers: { ...own, ...headers() } },
    })
    const waitMs = outcome.type === 'failed' ? (outcome.retryAfterMs ?? 0) : 0
    expect(waitMs).toBeGreaterThan(30_000)
    expect(waitMs).toBeLessThanOrEqual(40_000)
  })

  test('a refusal whose body cannot be unpacked is what its status says', async () => {
    const head = { status: 401, headers: { 'content-encoding': 'gzip' } }
    const { outcome } = await answerTo({ ...page('<h1>Log in</h1>'), head })
    expect(outcome).toMatchObject({ type: 'failed', kind: 'auth' })
  })

  test('what cannot be reached, and what hangs up, is a network error', async () => {
    const { outcome } = await ask(modelAt(speaker.api, await refusedUrl()))
    expect(outcome).toMatchObject({ kind: 'network' })
    expect((await answerTo(HANG_UP)).outcome).toMatchObject({ kind: 'network' })
  })

  test('an abort answers in the same tick and closes the connection', async () => {
    server().enqueue(stallAfter(speaker.say(PARTS), 3))
    const abort = new AbortController()
    const asking = ask(modelAt(speaker.api, server().url), { signal: abort.signal })
    await server().waitForRequest(1)
    abort.abort({ reason: 'user' })
    expect((await asking).outcome).toMatchObject({ kind: 'aborted' })
    await server().waitForClose(1)
  })

  test('input that is no JSON object stays the text that it was (T34)', async () => {
    const broken = { type: 'toolCall', name: 'bash', input: '{"command": "ls' } as const
    expect((await answerTo(speaker.say([broken]))).outcome).toMatchObject({
      blocks: [{ type: 'toolCall', input: { type: 'unparsed', text: '{"command": "ls' } }],
    })
  })

  test('the input of a call is reported as it arrives, separately for each call', async () => {
    const inputs = [
      { path: 'src/a.ts', content: 'const a = "ä👋"\n'.repeat(40) },
      { command: 'npm test' },
    ]
    const calls = [
      { type: 'toolCall', name: 'write_file', input: inputs[0] ?? {}, pieces: 20 },
      { type: 'toolCall', name: 'bash', input: inputs[1] ?? {}, pieces: 3 },
    ] as const
    const { callDeltas, outcome } = await answerTo(speaker.say([text('Both.'), ...calls]))
    expect(outcome).toMatchObject({ type: 'responded', end: 'toolUse' })
    const numbers = [...new Set(callDeltas.map(([call]) => call))]
    const pieces = numbers.map((number) => callDeltas.filter(([call]) => call === number))
    expect(pieces.map((deltas) => deltas[0]?.[1])).toEqual(['write_file', 'bash'])
    const jsons = pieces.map((deltas) => deltas.map(([, , json]) => json).join(''))
    expect(jsons.map((json): unknown => JSON.parse(json))).toEqual(inputs)
    expect(pieces[0]?.length).toBeGreaterThanOrEqual(speaker.callsComeWhole === true ? 1 : 20)
  })

  test('duplicate ids of calls come through, each call its own', async () => {
    const { outcome } = await answerTo(speaker.say([bash('one', 'call_0'), bash('two', 'call_0')]))
    expect(outcome).toMatchObject({
      blocks: [
        { providerCallId: 'call_0', input: { value: { command: 'one' } } },
        { providerCallId: 'call_0', input: { value: { command: 'two' } } },
      ],
    })
  })

  test('the key is in no sentence, though a refusal echoes it', async () => {
    const apiKey = 'sk-SECRET-0123456789'
    for (const reply of [page(`<h1>${apiKey}</h1>`, 500), page(apiKey)]) {
      const { outcome } = await answerTo(reply, { apiKey: 'test-key' })
      expect(JSON.stringify(outcome)).not.toContain('SECRET')
    }
    const { outcome } = await answerTo(SILENCE, { apiKey })
    expect(outcome).toMatchObject({ kind: 'auth' })
  })

  test('a refusal as long as one may be takes no time of the program', async () => {
    await refusedWith('The first takes its time.')
    const began = process.cpuUsage()
    for (const words of HALF_SAID)
      await refusedWith(words.repeat((LIMITS.error.bytes - 500) / words.length))
    expect(process.cpuUsage(began).user).toBeLessThan(500_000)
  })

  test('a redirect is not followed, the key goes nowhere by it', async () => {
    const elsewhere = await startFakeModelServer()
    const headers = { location: elsewhere.url }
    const { outcome } = await answerTo({ head: { status: 307, headers }, steps: [] })
    expect(outcome).toMatchObject({ kind: 'invalidRequest' })
    expect(elsewhere.requests).toEqual([])
    await elsewhere.close()
  })

  test('how hard to think is said where it was chosen, as far as the model is known to take it, and nowhere else', async () => {
    const model = modelAt(speaker.api, server().url)
    for (const effort of Effort.options) {
      server().enqueue(speaker.say([text('Hi')]))
      expect((await ask(model, { effort })).outcome).toMatchObject({ type: 'responded' })
    }
    const efforts = server().requests.map(({ body }) => speaker.effortIn(body))
    expect(efforts).toEqual([undefined, undefined, 'low', 'medium', 'high', 'high', 'high'])
  })

  test('its models are found by asking it', async () => {
    server().models = [{ id: 'small' }, { id: 'large' }, { nonsense: true }]
    const endpoint = { baseUrl: server().url, apiKey: 'test-key', headers: {} }
    const found = await speaker.api.listModels(endpoint, AbortSignal.timeout(5_000))
    expect(found).toMatchObject({ ok: true, value: [{ id: 'small' }, { id: 'large' }] })
    const wrong = { ...endpoint, apiKey: 'wrong' }
    const refused = await speaker.api.listModels(wrong, AbortSignal.timeout(5_000))
    expect(refused).toMatchObject({ ok: false, error: { type: 'keyRefused' } })
  })

  test(COMPARING, ({ task }) => {
    const cases = casesOf(task.suite ?? task.file).filter(({ name }) => name !== COMPARING)
    expect(countedOnPage().cases[speaker.kind], 'npm run docs').toBe(cases.length)
  })
}

function casesOf({ tasks }: RunnerTestSuite): readonly RunnerTestCase[] {
  return tasks.flatMap((task) => (task.type === 'suite' ? casesOf(task) : [task]))
}
