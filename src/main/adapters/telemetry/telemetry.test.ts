import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { TracerProvider } from '@opentelemetry/sdk-trace'
import { afterEach, expect, test, vi } from 'vitest'
import type { ConversationId, WorkId } from '../../../shared/ids.ts'
import { World } from '../../runtime/fakes/world.ts'
import { type Answer, FakeCollector, stopCollectors } from './collector.fixture.ts'
import { openTelemetry, type Telemetry } from './telemetry.ts'

/** Five times what the end may take. Without that limit a hanging collector takes 5 s. */
const MOST_CLOSING_MS = 2_500

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  stopCollectors()
})

const fine: Answer = (response) => void response.writeHead(200).end('{}')

/** Of the last telemetry: that of an earlier test may fail later. */
let warnings: { readonly what: string; readonly facts: object }[] = []
async function telemetryTo(endpoint: string): Promise<Telemetry> {
  const own: typeof warnings = []
  warnings = own
  const log = { warn: (what: string, facts: object) => void own.push({ what, facts }) }
  const telemetry = openTelemetry({ log, now: () => 0 })
  await telemetry.sendTo(named(endpoint))
  return telemetry
}

function named(endpoint: string) {
  return { endpoint, headers: { 'x-team': 'search' } }
}

const OF = { conversationId: 'c1' as ConversationId, parent: null, at: 1_000 }

function request(telemetry: Telemetry, n: number): void {
  telemetry.observer.observe(OF, {
    type: 'requestEnded',
    requestId: `w${n}` as WorkId,
    purpose: 'reply',
    endpoint: 'anthropic',
    model: 'claude-test',
    attempt: 1,
    outcome: 'responded',
    end: 'endTurn',
    usage: null,
    firstByteMs: 1,
    ms: 2,
  })
}

function turn(telemetry: Telemetry, requests: number): void {
  const turnId = 't1' as never
  telemetry.observer.observe(OF, { type: 'turnStarted', turnId, trigger: 'message', goal: 'reply' })
  for (let n = 0; n < requests; n += 1) request(telemetry, n)
}

async function closingTime(telemetry: Telemetry): Promise<number> {
  const at = performance.now()
  await telemetry.close()
  return performance.now() - at
}

// covers R5-30
test('a turn is a trace, with its requests, tools, commits and sub-agents below it; metrics are sent too; no text, no path', async () => {
  const collector = await FakeCollector.start(fine)
  const telemetry = await telemetryTo(collector.endpoint)
  const world = new World()
  world.observe = (...args) => telemetry.observer.observe(...args)
  await world.send('whisper-question')
  world.model.last.fail('overloaded')
  await world.time.settle()
  await world.time.advance(1_250)
  world.model.last.callBash('whisper-command')
  await world.time.settle()
  world.tools.last.finish('whisper-output')
  await world.time.settle()
  world.model.last.spawn('whisper-task')
  await world.time.settle()
  world.model.last.submit('whisper-result')
  await world.time.settle()
  world.model.last.replyText('whisper-answer')
  await world.time.settle()
  expect(world.state.type).toBe('idle')
  await telemetry.close()

  const path = expect.poll(() => new Set(collector.bodies.map((body) => body.path)))
  await path.toEqual(new Set(['/v1/traces', '/v1/metrics']))
  const { spans } = collector
  const [root] = spans.filter((span) => span.name.startsWith('invoke_agent') && !span.parentSpanId)
  expect(root?.events.map(({ name }) => name)).toEqual(['retry'])
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([root?.traceId]))
  const below = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId)
  const count = (name: string): number => below.filter((span) => span.name === name).length
  expect(count('chat claude-test')).toBe(4)
  expect(count('execute_tool bash')).toBe(1)
  expect(count('invoke_agent Phoenix')).toBe(1)
  expect(count('commit')).toBeGreaterThan(4)
  const [call] = below.filter(({ name }) => name === 'execute_tool bash')
  const attributes = call?.attributes.map(({ key, value }) => [key, ...Object.values(value)])
  expect(attributes).toEqual(
    expect.arrayContaining([
      ['gen_ai.operation.name', 'execute_tool'],
      ['gen_ai.tool.name', 'bash'],
      ['phoenix.tool.outcome', 'ok'],
    ]),
  )
  const sent = collector.bodies.map(({ text }) => text).join('')
  for (const name of [
    'gen_ai.client.operation.duration',
    'phoenix.turn.duration',
    'phoenix.tool.duration',
    'phoenix.commit.duration',
    'phoenix.request.retries',
  ]) {
    expect(sent).toContain(`"${name}"`)
  }
  expect(sent).not.toMatch(/whisper|\/work|host\.name|process\./)
  expect(collector.bodies.every(({ team }) => team === 'search')).toBe(true)
  expect(warnings).toEqual([])
})

test('T92: a hanging collector delays neither a turn nor the end, and its queue is limited', async () => {
  const held: ServerResponse[] = []
  const collector = await FakeCollector.start((response) => void held.push(response))
  const telemetry = await telemetryTo(collector.endpoint)
  turn(telemetry, 20_000)
  await expect.poll(() => held).toHaveLength(1)
  const world = new World()
  world.observe = (...args) => telemetry.observer.observe(...args)
  await world.send('Go')
  world.model.last.replyText('Gone.')
  await world.time.settle()
  expect(world.transcript).toEqual(['user: Go', 'agent: Gone.'])
  expect(await closingTime(telemetry)).toBeLessThan(MOST_CLOSING_MS)
  await expect.poll(() => collector.spans.length).toBeGreaterThan(512)
  expect(collector.spans.length).toBeLessThanOrEqual(2_048 + 512)
})

test('T92: a collector that answers with 500 is reported once, only by its status', async () => {
  const collector = await FakeCollector.start(
    (response) => void response.writeHead(500).end('taint'),
  )
  const telemetry = await telemetryTo(collector.endpoint)
  turn(telemetry, 5_000)
  await expect.poll(() => warnings).toHaveLength(1)
  await telemetry.close()
  expect(warnings).toEqual([
    {
      what: 'telemetry was not sent',
      facts: { signal: 'traces', why: 'OTLPExporterError 500', untold: 0 },
    },
  ])
})

test('T92: a missing collector, or an invalid address, changes nothing', async () => {
  const stopped = await FakeCollector.start(fine)
  stopCollectors()
  const telemetry = await telemetryTo(stopped.endpoint)
  turn(telemetry, 10)
  expect(await closingTime(telemetry)).toBeLessThan(MOST_CLOSING_MS)
  turn(await telemetryTo('not an address'), 10)
  expect(warnings.map(({ what }) => what)).toEqual(['telemetry is off'])
})

test('a new collector gets later events; queued ones still go to the previous one', async () => {
  const [first, second] = [await FakeCollector.start(fine), await FakeCollector.start(fine)]
  const telemetry = await telemetryTo(first.endpoint)
  turn(telemetry, 3)
  // Setting the same again changes nothing: one batch keeps waiting.
  await telemetry.sendTo(named(first.endpoint))
  turn(telemetry, 1)
  await telemetry.sendTo(named(second.endpoint))
  turn(telemetry, 2)
  await telemetry.close()
  await expect.poll(() => [first.spans.length, second.spans.length]).toEqual([4, 2])
  expect(first.bodies.filter(({ path }) => path === '/v1/traces')).toHaveLength(1)
  expect(warnings).toEqual([])
})

test('without a collector nothing is sent, and no connection stays open', async () => {
  const collector = await FakeCollector.start(fine)
  const telemetry = await telemetryTo(collector.endpoint)
  turn(telemetry, 600)
  await expect.poll(() => collector.spans).toHaveLength(512)
  await telemetry.sendTo(null)
  turn(telemetry, 600)
  await expect.poll(() => collector.spans).toHaveLength(600)
  await telemetry.close()
  expect(collector.spans).toHaveLength(600)
  await expect.poll(() => collector.connections()).toBe(0)
})

test('T92: a hanging collector does not delay a change to another, and that one gets a complete turn', async () => {
  const hanging = await FakeCollector.start(() => {})
  const telemetry = await telemetryTo(hanging.endpoint)
  turn(telemetry, 600)
  await expect.poll(() => hanging.bodies).toHaveLength(1)
  const collector = await FakeCollector.start(fine)
  const world = new World()
  world.observe = (...args) => telemetry.observer.observe(...args)
  await world.send('Go')
  await telemetry.sendTo(named(collector.endpoint))
  world.model.last.replyText('Gone.')
  await world.time.settle()
  await world.send('On')
  world.model.last.replyText('Done.')
  await world.time.settle()
  expect(world.transcript).toEqual(['user: Go', 'agent: Gone.', 'user: On', 'agent: Done.'])
  expect(await closingTime(telemetry)).toBeLessThan(MOST_CLOSING_MS)
  await expect.poll(() => collector.spans).not.toEqual([])
  const turns = collector.spans.filter(({ name }) => name === 'invoke_agent Phoenix')
  expect(turns).toHaveLength(1)
})

test('the end waits for the collector to answer', async () => {
  const held: ServerResponse[] = []
  const arrived = Promise.withResolvers<void>()
  const collector = await FakeCollector.start((response) => {
    if (held.push(response) === 2) arrived.resolve()
  })
  const telemetry = await telemetryTo(collector.endpoint)
  turn(telemetry, 1)
  // Its limit never comes; a poll would let it come.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const over = vi.fn<() => void>()
  const closing = telemetry.close().then(over)
  await arrived.promise
  expect(over).not.toHaveBeenCalled()
  for (const response of held) fine(response)
  await closing
})

test('the end waits for a sender that is still opening, until it is closed', async () => {
  const collector = await FakeCollector.start(fine)
  const over: string[] = []
  vi.spyOn(TracerProvider.prototype, 'shutdown').mockImplementation(async () => {
    await setImmediate()
    over.push('sender')
  })
  const telemetry = openTelemetry({ log: { warn: () => {} }, now: () => 0 })
  void telemetry.sendTo(named(collector.endpoint))
  await telemetry.close()
  expect(over).toEqual(['sender'])
})

test('a collector that is set, removed and set again before the first is open gets one sender', async () => {
  const collector = named((await FakeCollector.start(fine)).endpoint)
  const shutdown = vi.spyOn(TracerProvider.prototype, 'shutdown')
  const telemetry = openTelemetry({ log: { warn: () => {} }, now: () => 0 })
  const changes = [collector, null, collector].map((each) => telemetry.sendTo(each))
  await Promise.all(changes)
  expect(shutdown).toHaveBeenCalledTimes(1)
  await telemetry.close()
  expect(shutdown).toHaveBeenCalledTimes(2)
})

test('a collector removed while it is being opened gets nothing', async () => {
  const collector = await FakeCollector.start(fine)
  const telemetry = openTelemetry({ log: { warn: () => {} }, now: () => 0 })
  await Promise.all([telemetry.sendTo(named(collector.endpoint)), telemetry.sendTo(null)])
  turn(telemetry, 2)
  await telemetry.sendTo(named(collector.endpoint))
  turn(telemetry, 1)
  await telemetry.close()
  await expect.poll(() => collector.spans).toHaveLength(1)
})
