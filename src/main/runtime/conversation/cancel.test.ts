import { expect, test, vi } from 'vitest'
import { World } from '../fakes/world.ts'

async function runningTool(...commands: readonly string[]): Promise<World> {
  const world = new World()
  await world.send('Go')
  world.model.last.callBash(...commands)
  await world.time.settle()
  return world
}

// covers REQ-BED-005.1a REQ-BED-005.1b M-09
test('T01 cancel while the model is asked: the request is aborted, idle, only the user message stored', async () => {
  const world = new World()
  await world.send('Hello')
  expect(world.cancel()).toEqual({ type: 'accepted' })
  expect(world.model.last.call.signal.aborted).toBe(true)
  expect(world.state).toMatchObject({ type: 'idle', unfinished: { cause: 'userCancel' } })
  expect(world.transcript).toEqual(['user: Hello'])
})

// covers REQ-BED-005.1c M-15
test('T02 a late reply in idle changes nothing and stores nothing', async () => {
  const world = new World()
  await world.send('Hello')
  world.cancel()
  const before = world.store.commits.length
  world.model.last.replyText('Too late')
  await world.time.settle()
  expect(world.state.type).toBe('idle')
  expect(world.transcript).toEqual(['user: Hello'])
  expect(world.store.commits.length).toBe(before)
})

// covers M-15
test('T03 the answer to a cancelled request does not answer the next one', async () => {
  const world = new World()
  await world.send('First')
  const first = world.model.last
  world.cancel()
  await world.send('Second')
  first.replyText('To the first')
  await world.time.settle()
  expect(world.state.type).toBe('llmRequesting')
  world.model.last.replyText('To the second')
  await world.time.settle()
  expect(world.transcript).toEqual(['user: First', 'user: Second', 'agent: To the second'])
})

// covers REQ-BED-006.1b R5-16
test('T04 a retry timer from before a cancel never dispatches: at most one open request', async () => {
  const world = new World()
  await world.send('First')
  world.model.last.fail('overloaded')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'llmRequesting', phase: { type: 'backoff' } })
  world.cancel()
  await world.send('Second')
  world.model.last.fail('overloaded')
  await world.time.settle()
  expect(world.time.timers).toBe(1)
  await world.time.advance(60_000)
  expect(world.model.requests).toHaveLength(3)
  expect(world.model.open).toHaveLength(1)
})

// covers REQ-BED-005.2c REQ-BED-005.2d REQ-BED-005.2e REQ-BED-005.4a M-13 D-36
test('cancel during a tool: completed results kept, current call cancelled, rest skipped, in request order', async () => {
  const world = await runningTool('one', 'two', 'three')
  world.tools.last.finish('1')
  await world.time.settle()
  world.tools.last.print('half of two')
  world.cancel()
  expect(world.tools.last.stopReason).toBe('user')
  expect(world.state.type).toBe('cancelling')
  expect(world.transcript.slice(2)).toEqual([
    'tool ok: 1',
    'tool cancelled: Cancelled by user\n\nIt had printed:\nhalf of two',
    'tool skipped: Skipped due to cancellation',
  ])
  world.tools.last.finish('', 'aborted')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'idle', unfinished: { cause: 'userCancel' } })
})

// covers REQ-BED-005.3b
test('T06 a tool that finishes during the cancel is recorded as cancelled, exactly once', async () => {
  const world = await runningTool('one')
  world.tools.last.finish('done after all')
  world.cancel()
  await world.time.settle()
  const results = world.transcript.filter((line) => line.startsWith('tool'))
  expect(results).toEqual(['tool cancelled: Cancelled by user'])
  expect(world.state.type).toBe('idle')
})

test('T07 output that reads like a cancellation completes normally', async () => {
  const world = await runningTool('echo "[command cancelled]"')
  world.tools.last.finish('[command cancelled]')
  await world.time.settle()
  expect(world.transcript.at(-1)).toBe('tool ok: [command cancelled]')
  expect(world.state.type).toBe('llmRequesting')
})

// covers REQ-BED-005.3b D-64
test('T08 a cancel beats a completion that is already queued', async () => {
  const world = new World()
  await world.send('Hello')
  world.model.last.replyText('The whole answer')
  await Promise.resolve()
  await Promise.resolve()
  world.cancel()
  await world.time.settle()
  expect(world.transcript).toEqual(['user: Hello'])
  expect(world.lifecycle.at(-1)).toBe('turnInterrupted userCancel')
})

test('T09 cancel is idempotent: nothing to do in idle, in error and while cancelling, and never an error', async () => {
  const world = await runningTool('one')
  world.cancel()
  expect(world.cancel()).toEqual({ type: 'refused', reason: 'nothingToDo' })
  world.tools.last.finish('', 'aborted')
  await world.time.settle()
  expect(world.cancel()).toEqual({ type: 'refused', reason: 'nothingToDo' })
  await world.send('Again')
  world.model.last.fail('auth')
  await world.time.settle()
  expect(world.state.type).toBe('error')
  expect(world.cancel()).toEqual({ type: 'refused', reason: 'nothingToDo' })
  expect(world.lifecycle.filter((entry) => entry.startsWith('turnInterrupted'))).toHaveLength(1)
})

// covers REQ-BED-005.1a REQ-BED-005.3a
test('T10 cancel works while the stream is stalled', async () => {
  const world = new World()
  await world.send('Hello')
  world.model.last.call.onStarted()
  world.model.last.call.onDelta('text', 'Once upon')
  await world.time.advance(80_000)
  expect(world.state).toMatchObject({ type: 'llmRequesting', phase: { type: 'streaming' } })
  world.cancel()
  expect(world.state.type).toBe('idle')
  expect(world.model.last.call.signal.aborted).toBe(true)
})

test('the reason of a stop reaches its receiver: user, timeout and shutdown differ', async () => {
  const byUser = await runningTool('one')
  byUser.cancel()
  expect(byUser.tools.last.stopReason).toBe('user')
  const byTime = await runningTool('one')
  await byTime.time.advance(65_000)
  expect(byTime.tools.last.stopReason).toBe('timeout')
  const byShutdown = await runningTool('one')
  const closed = byShutdown.registry.shutdown()
  expect(byShutdown.tools.last.stopReason).toBe('shutdown')
  byShutdown.tools.last.finish('', 'aborted')
  await byShutdown.time.settle()
  await closed
})

// covers REQ-BED-011.1a M-13
test('T12 a cancel reaches the live runtime, and clients see the turn end', async () => {
  const world = await runningTool('one')
  world.cancel()
  world.tools.last.finish('', 'aborted')
  await world.time.settle()
  const states = world.events.flatMap((event) =>
    event.type === 'conversation.stepped' ? [event.state.type] : [],
  )
  expect(states.slice(-2)).toEqual(['cancelling', 'idle'])
})

// covers REQ-BED-005.2e R5-08
test('a process that does not end is named after 500 ms, and the conversation rests', async () => {
  const world = await runningTool('sleep 1000')
  world.cancel()
  await world.time.advance(499)
  expect(world.state.type).toBe('cancelling')
  await world.time.advance(1)
  expect(world.state.type).toBe('idle')
  expect(world.transcript.at(-1)).toBe('system: Still running after being told to stop: sleep 1000')
})

test('an unresponsive tool is ended before the round continues, and no call runs next to it', async () => {
  const world = await runningTool('one', 'two')
  await world.time.advance(65_000)
  expect(world.state).toMatchObject({ type: 'cancelling', then: { type: 'round' } })
  expect(world.tools.runs).toHaveLength(1)
  world.tools.last.finish('', 'aborted')
  await world.time.settle()
  expect(world.state.type).toBe('llmRequesting')
  expect(world.transcript.slice(2)).toEqual([
    'tool timedOut: The tool did not answer within its time limit.',
    'tool notRun: Not run: the call before it did not answer.',
  ])
})

test('a cancel while an unresponsive tool is being ended stops the turn instead of continuing', async () => {
  const world = await runningTool('one')
  await world.time.advance(65_000)
  world.cancel()
  world.tools.last.finish('', 'aborted')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'idle', unfinished: { cause: 'userCancel' } })
  expect(world.model.requests).toHaveLength(1)
})

test('T13 a cancelled turn never resumes by itself after a restart or an eviction', async () => {
  const world = await runningTool('one')
  world.cancel()
  world.tools.last.finish('', 'aborted')
  await world.time.settle()
  world.client.close()
  await world.time.settle()
  const again = world.restart()
  await again.time.advance(3_600_000)
  expect(again.model.requests).toHaveLength(0)
  expect(again.tools.runs).toHaveLength(0)
  expect(again.state).toMatchObject({ type: 'idle', unfinished: { cause: 'userCancel' } })
})

test('the first message after a start waits for no long history, which is read in parts: a Stop comes in between', async () => {
  const before = await runningTool('true 0')
  for (let round = 1; round <= 250; round++) {
    before.tools.last.finish('')
    await before.time.settle()
    before.model.last.callBash(`true ${round}`)
    await before.time.settle()
  }
  before.cancel()
  await before.time.settle()
  const { length } = before.contents
  const world = before.restart()
  world.instructions.write('Be kind.')
  const parts = vi.spyOn(world.store, 'messages')
  world.sendNow('Again')
  const atOnce = parts.mock.calls.reduce((sum, [, { limit }]) => sum + limit, 0)
  expect(atOnce).toBeLessThan(length)
  world.cancel()
  await world.time.settle()
  expect(world.model.requests).toHaveLength(0)
  await world.send('And again')
  expect(world.model.requests).toHaveLength(1)
  expect(parts.mock.calls.length).toBeGreaterThan(5)
})
