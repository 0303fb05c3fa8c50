import { expect, test } from 'vitest'
import type { ConversationId } from '../../../../shared/ids.ts'
import { World } from '../../fakes/world.ts'
import type { TelemetryEvent, TelemetryEventOf } from '../../ports/observer.ts'

function all(world: World): readonly TelemetryEvent[] {
  return world.observed.map(({ event }) => event)
}

function reported<Type extends TelemetryEvent['type']>(
  world: World,
  ...types: readonly Type[]
): readonly TelemetryEventOf<Type>[] {
  const isOf = (each: TelemetryEvent): each is TelemetryEventOf<Type> =>
    (types as readonly string[]).includes(each.type)
  return all(world).filter(isOf)
}

test('a turn is reported from start to end: requests, tools, durations, and no message text', async () => {
  const world = new World()
  await world.send('whisper-question')
  await world.time.advance(1_000)
  world.model.last.call.onStarted()
  await world.time.advance(500)
  world.model.last.callBash('whisper-command')
  await world.time.settle()
  await world.time.advance(2_000)
  world.tools.last.finish('whisper-output')
  await world.time.settle()
  world.model.last.replyText('whisper-answer')
  await world.time.settle()

  expect(reported(world, 'turnStarted', 'requestEnded', 'toolEnded', 'turnEnded')).toMatchObject([
    { type: 'turnStarted', trigger: 'message', goal: 'reply' },
    { type: 'requestEnded', outcome: 'responded', end: 'toolUse', firstByteMs: 1_000, ms: 1_500 },
    { type: 'toolEnded', tool: 'bash', outcome: 'ok', ms: 2_000 },
    { type: 'requestEnded', outcome: 'responded', end: 'endTurn', attempt: 1 },
    { type: 'turnEnded', outcome: 'completed', why: null, ms: 3_500 },
  ])
  expect(reported(world, 'committed').length).toBe(world.store.commits.length)
  expect(JSON.stringify(world.observed)).not.toContain('whisper')
})

test('the commit that begins a turn is reported after the beginning, as part of that turn', async () => {
  const world = new World()
  for (const words of ['One', 'Two']) {
    await world.send(words)
    world.model.last.replyText('Done.')
    await world.time.settle()
  }
  const types = reported(world, 'turnStarted', 'committed', 'turnEnded').map(({ type }) => type)
  const turn = ['turnStarted', 'committed', 'turnEnded', 'committed']
  expect(types).toEqual([...turn, ...turn])
})

test('a retry is reported once, with its delay and reason', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.fail('overloaded')
  await world.time.settle()
  await world.request('conversation.configure', {
    conversationId: 'c1' as ConversationId,
    systemPrompt: 'Another.',
  })
  expect(reported(world, 'requestEnded', 'retryPlanned')).toMatchObject([
    { type: 'requestEnded', outcome: 'overloaded', attempt: 1, usage: null },
    { type: 'retryPlanned', attempt: 2, afterMs: 1_125, kind: 'overloaded' },
  ])
  await world.time.advance(1_125)
  expect(reported(world, 'requestStarted').map(({ attempt }) => attempt)).toEqual([1, 2])
})

test('work that never reported is named when the conversation rests, and its late report as stale', async () => {
  const world = new World()
  await world.send('Go')
  const late = world.model.last
  world.cancel()
  await world.time.advance(10_000)
  expect(world.state.type).toBe('idle')
  late.replyText('Too late')
  await world.time.settle()
  expect(reported(world, 'turnEnded', 'requestEnded', 'stale')).toMatchObject([
    { type: 'turnEnded', outcome: 'interrupted', why: 'userCancel' },
    { type: 'requestEnded', outcome: 'unanswered' },
    { type: 'stale', input: 'llmResponded' },
  ])
})

test('a step that could not be saved is reported with its fault, and with the turn that it ends', async () => {
  const world = new World()
  await world.send('Go')
  world.store.failing = 'full'
  world.model.last.replyText('Lost')
  await world.time.settle()
  expect(reported(world, 'committed').at(-1)?.fault).toBe('full')
  expect(reported(world, 'turnEnded')).toMatchObject([{ outcome: 'failed', why: 'storage' }])
})

test('the end of a turn that an earlier run began is reported without a duration', async () => {
  const world = new World()
  await world.send('Go')
  expect(reported(world.restart(), 'turnEnded')).toMatchObject([{ why: 'restart', ms: null }])
})

test('T92: an observer that throws each time changes nothing, and is logged once for each conversation', async () => {
  const world = new World()
  world.observe = () => {
    throw new Error('no collector')
  }
  await world.send('Go')
  world.model.last.replyText('Gone.')
  await world.time.settle()
  expect(world.transcript).toEqual(['user: Go', 'agent: Gone.'])
  expect(world.state.type).toBe('idle')
  expect(world.warnings).toEqual(['the observer threw'])
})
