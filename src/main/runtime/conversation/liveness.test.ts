import { expect, test } from 'vitest'
import { DEFAULT_CAPS } from '../../core/machine/context.ts'
import { bashCall } from '../fakes/scripted-model.ts'
import { World } from '../fakes/world.ts'

// covers E-10
test('T15 a turn ends exactly once, whatever coincides', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.replyText('Done')
  await world.time.settle()
  world.cancel()
  await world.send('Go on')
  world.cancel()
  world.model.last.replyText('Late')
  world.model.last.fail('network')
  await world.time.settle()
  const ends = world.lifecycle.filter((entry) => /^turn(Completed|Interrupted|Failed)/.test(entry))
  const starts = world.lifecycle.filter((entry) => entry === 'turnStarted')
  expect(starts).toHaveLength(2)
  expect(ends).toEqual(['turnCompleted', 'turnInterrupted userCancel'])
})

test('T17 a model port that throws, rejects or never settles leaves no conversation busy', async () => {
  const rejecting = new World()
  rejecting.model.ask = () => Promise.reject(new Error('boom'))
  await rejecting.send('Go')
  expect(rejecting.state).toMatchObject({ type: 'error', kind: 'internal' })

  const throwing = new World()
  throwing.model.ask = () => {
    throw new Error('boom')
  }
  await throwing.send('Go')
  expect(throwing.state).toMatchObject({ type: 'error', kind: 'internal' })

  const silent = new World()
  await silent.send('Go')
  await silent.time.advance(3 * 31 * 60_000)
  expect(silent.state).toMatchObject({ type: 'error', kind: 'timeout' })
})

// covers REQ-BED-004.3a REQ-BED-004.3b A-15 A-16 D-66
test('T17 a tool port that throws, rejects or never settles gives an error result, and the turn goes on', async () => {
  for (const run of [() => Promise.reject(new Error('boom')), throwBoom]) {
    const world = new World()
    world.tools.run = run
    await world.send('Go')
    world.model.last.callBash('true')
    await world.time.settle()
    expect(world.transcript.at(-1)).toContain('tool failed: The tool failed because of a fault')
    expect(world.model.requests).toHaveLength(2)
  }
  const silent = new World()
  await silent.send('Go')
  silent.model.last.callBash('true')
  await silent.time.settle()
  await silent.time.advance(66_000)
  expect(silent.state.type).toBe('idle')
})

function throwBoom(): never {
  throw new Error('boom')
}

test('T18 a write that fails while busy ends the turn with a visible error, and Retry works once there is space', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.callBash('true', 'false')
  await world.time.settle()
  world.store.failing = 'full'
  world.tools.last.finish('the result')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'error', kind: 'storage' })
  expect(world.events.at(-2)?.type).toBe('conversation.unsaved')
  const retry = await world.request('turn.retry', { conversationId: world.runtime.summary().id })
  expect(retry).toMatchObject({ ok: false, error: { code: 'storage' } })

  world.store.failing = null
  await world.request('turn.retry', { conversationId: world.runtime.summary().id })
  await world.time.settle()
  expect(world.state.type).toBe('llmRequesting')
  expect(world.transcript.slice(2, 4)).toEqual([
    'tool unknown: Its result could not be stored; its effect is unknown.',
    'tool notRun: Not run.',
  ])
  world.model.last.replyText('Good')
  await world.time.settle()
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
})

test('a write that fails at rest refuses the message and tells its sender', async () => {
  const world = new World()
  world.store.failing = 'readOnly'
  expect(await world.send('Hello')).toEqual({ type: 'failed', fault: 'readOnly' })
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
  expect(world.transcript).toEqual([])
  expect(world.model.requests).toHaveLength(0)
})

test('Stop works with a full disk', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.callBash('sleep 1000')
  await world.time.settle()
  world.store.failing = 'full'
  world.cancel()
  expect(world.tools.last.stopReason).not.toBeNull()
  expect(world.state).toMatchObject({ type: 'error', kind: 'storage' })
})

test('an app that crashes before its disk has caught up comes back with one result for each call', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.callBash('true', 'false')
  await world.time.settle()
  world.store.failing = 'io'
  world.tools.last.finish('lost')
  await world.time.settle()
  world.store.failing = null
  const again = world.restart()
  expect(again.state).toMatchObject({ type: 'idle', unfinished: { cause: 'restart' } })
  expect(again.transcript.filter((line) => line.startsWith('tool'))).toEqual([
    'tool unknown: Interrupted: Phoenix was closed while this ran. Its effect is unknown.',
    'tool notRun: Not run: Phoenix was closed before this call.',
  ])
})

// covers REQ-BED-004.3b
test('T19 an unknown tool gives the model an error result, and the turn continues', async () => {
  const world = new World()
  await world.send('Go')
  const input = { type: 'object', value: {} } as const
  world.model.last.reply([{ type: 'toolCall', providerCallId: 'x', name: 'fly', input }], 'toolUse')
  await world.time.settle()
  expect(world.transcript.at(-1)).toContain('tool failed: There is no tool fly')
  expect(world.model.requests).toHaveLength(2)
})

test('T34 malformed tool JSON gives an error result to that call and never runs as {}', async () => {
  const world = new World()
  await world.send('Go')
  const input = { type: 'unparsed', text: '{"command": "rm' } as const
  const broken = { type: 'toolCall', providerCallId: 'x', name: 'bash', input } as const
  world.model.last.reply([broken, bashCall('true', 'y')], 'toolUse')
  await world.time.settle()
  expect(world.tools.runs.map((run) => run.command)).toEqual(['true'])
  expect(world.transcript.at(-1)).toContain('tool failed')
})

test('T20 a runaway loop halts to idle with an explanation, and the next message starts counting from zero', async () => {
  const world = new World()
  world.context = {
    ...world.context,
    caps: { ...DEFAULT_CAPS, requestsPerTurn: 3, callsPerReply: 64 },
  }
  world.runtime.changeSettings({ caps: world.context.caps })
  await world.send('Loop')
  for (let round = 0; round < 3; round++) {
    world.model.last.callBash(`step ${round}`)
    await world.time.settle()
    world.tools.last.finish('')
    await world.time.settle()
  }
  expect(world.model.requests).toHaveLength(3)
  expect(world.state).toMatchObject({ type: 'idle', unfinished: { cause: 'limit' } })
  expect(world.transcript.at(-1)).toContain('Stopped at the limit of 3 requests in one turn')
  await world.send('Go on')
  expect(world.model.requests).toHaveLength(4)
})

test('calls beyond the cap of a reply get an error result', async () => {
  const world = new World()
  world.runtime.changeSettings({
    caps: { ...DEFAULT_CAPS, requestsPerTurn: 200, callsPerReply: 1 },
  })
  await world.send('Many')
  world.model.last.callBash('one', 'two')
  await world.time.settle()
  world.tools.last.finish('1')
  await world.time.settle()
  expect(world.tools.runs).toHaveLength(1)
  expect(world.transcript.at(-1)).toContain('a reply can make at most 1 tool calls')
})

// covers REQ-BED-006.1a REQ-BED-006.2a REQ-BED-006.2b M-07 R5-14 D-73
test('T23 attempts keep counting across retries: three failures in a row lead to error', async () => {
  const world = new World()
  await world.send('Go')
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect(world.model.requests).toHaveLength(attempt)
    world.model.last.fail('overloaded')
    await world.time.advance(5_000)
  }
  expect(world.model.requests).toHaveLength(3)
  expect(world.state).toMatchObject({ type: 'error', kind: 'overloaded' })
  expect(world.transcript.at(-1)).toContain('Tried 3 times.')
})

test('T25 a conversation is not idle between accepting a message and the end of its turn', async () => {
  const world = new World()
  expect(world.sendNow('Hello')).toEqual({ type: 'accepted' })
  expect(world.runtime.summary().activity).not.toBe('idle')
  await world.time.settle()
  expect(world.runtime.summary().activity).not.toBe('idle')
  world.model.last.replyText('Hi')
  await world.time.settle()
  expect(world.runtime.summary().activity).toBe('idle')
})

// covers E-09 R5-12
test('T27 a shutdown with an open stream and a tool that ignores it is over in 2 s', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.callBash('sleep 1000')
  await world.time.settle()
  let isOver = false
  const closed = world.registry.shutdown().then(() => (isOver = true))
  await world.time.advance(2_000)
  expect(isOver).toBe(true)
  await closed
  expect(world.lifecycle.slice(-2)).toEqual(['turnInterrupted shutdown', 'sessionEnded shutdown'])
})

test('T28 a waiter for rest is woken even if rest came before the wait', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.replyText('Quick')
  await world.time.settle()
  let isOver = false
  const closed = world.registry.shutdown().then(() => (isOver = true))
  await world.time.settle()
  expect(isOver).toBe(true)
  expect(world.time.timers).toBe(0)
  await closed
})

// covers REQ-BED-003.2b REQ-BED-004.1a REQ-BED-004.1b M-12 D-71
test('T29 each call runs once, in request order', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.callBash('one', 'two', 'three')
  await world.time.settle()
  for (let call = 0; call < 3; call++) {
    expect(world.tools.runs).toHaveLength(call + 1)
    world.tools.last.finish('ok')
    world.tools.last.finish('ok again')
    await world.time.settle()
  }
  expect(world.tools.runs.map((run) => run.command)).toEqual(['one', 'two', 'three'])
  expect(world.transcript.filter((line) => line.startsWith('tool'))).toHaveLength(3)
})

test('T18 a disk that can neither be written nor read ends the turn in an error that says so', async () => {
  const world = new World()
  world.store.messages = () => {
    throw new Error('disk I/O error')
  }
  world.sendNow('Hello')
  world.store.failing = 'io'
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'error', kind: 'storage' })
})
