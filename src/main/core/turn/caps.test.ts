import { expect, test } from 'vitest'
import { DEFAULT_LIMITS, type TurnLimits } from '../../../shared/settings/settings.ts'
import { capsOf } from '../machine/context.ts'
import { bash, edit, spawn, unusable } from '../testing/test-calls.ts'
import { effectTypes, submitted, Walk, wordsIn } from '../testing/test-walk.ts'

/** What one reply of a walk takes and gives. */
const REPLY_TOKENS = 19

function capped(
  limits: Partial<TurnLimits>,
  change: ConstructorParameters<typeof Walk>[0] = {},
): Walk {
  return new Walk({ caps: capsOf({ ...DEFAULT_LIMITS, minutesPerTurn: 0, ...limits }), ...change })
}

const LIMIT = { type: 'idle', unfinished: { cause: 'limit' } }

test('a turn makes tool calls up to its limit, the rest do not run, and it names the limit and where it is set', () => {
  const walk = capped({ toolCallsPerTurn: 3 }).ask()
  walk.callBash('one')
  walk.finishTool()
  walk.fireTimer()
  walk.callBash('two', 'three', 'four', 'five')
  walk.finishTool()
  const ended = walk.finishTool()
  expect(ended.state).toMatchObject(LIMIT)
  expect(wordsIn(ended)).toEqual([
    'ok: out',
    'notRun: Not run: this turn has reached its limit of 3 tool calls.',
    'notRun: Not run: this turn has reached its limit of 3 tool calls.',
    'system: Stopped at the limit of 3 tool calls in one turn. Press Continue to go on from here. You can change this limit in Settings, under Limits.',
  ])
  expect(ended.lifecycle).toMatchObject([{ type: 'turnInterrupted', reason: 'turnLimit' }])
  expect(effectTypes(ended)).toEqual(['stopTimer'])
  walk.take({ type: 'continueRequested' })
  walk.fireTimer()
  expect(walk.callBash('four').state.type).toBe('toolExecuting')
})

test('a turn whose calls just fit may still answer', () => {
  const walk = capped({ toolCallsPerTurn: 1 }).ask()
  walk.callBash('one')
  walk.finishTool()
  walk.fireTimer()
  expect(walk.answer('Done').state).toEqual({ type: 'idle', unfinished: null })
})

test('calls that cannot run do not count, and a call over the limit needs no approval', () => {
  const walk = capped({ toolCallsPerTurn: 1 }, { permissionMode: 'ask' }).ask()
  walk.call(unusable('gone', 'No such tool.'), bash('one'))
  const callIds = walk
    .in('awaitingApproval')
    .round.remaining.slice(1)
    .map(({ callId }) => callId)
  walk.take({ type: 'approvalAnswered', callIds, answer: { type: 'once' } })
  walk.finishTool()
  walk.fireTimer()
  const ended = walk.call(bash('two'), edit('a'))
  expect(ended.state).toMatchObject(LIMIT)
  expect(wordsIn(ended).slice(1, -1)).toEqual([
    'notRun: Not run: this turn has reached its limit of 1 tool call.',
    'notRun: Not run: this turn has reached its limit of 1 tool call.',
  ])
})

function compacted(walk: Walk): readonly string[] {
  walk.take({ type: 'compactRequested' })
  walk.fireTimer()
  walk.fail('overloaded')
  return wordsIn(walk.fireTimer())
}

test('a manual summary that meets a limit mentions Continue only if there is something to continue', () => {
  const done = capped({ requestsPerTurn: 1 }).ask()
  done.answer('Done')
  expect(compacted(done)).toEqual([
    'system: Stopped at the limit of 1 request in one turn. You can change this limit in Settings, under Limits.',
  ])
  expect(done.state).toEqual({ type: 'idle', unfinished: null })
  const stopped = capped({ requestsPerTurn: 1 }).ask()
  stopped.cancel()
  expect(compacted(stopped)[0]).toContain('Press Continue to go on from here.')
})

test('a call that will not fit after the ones before it needs no approval', () => {
  const rules = [{ tool: 'bash', subject: 'make', match: 'exact' }] as const
  const walk = capped({ toolCallsPerTurn: 1 }, { permissionMode: 'ask', rules }).ask()
  expect(walk.call(bash('make'), bash('rm x')).state.type).toBe('toolExecuting')
  const ended = walk.finishTool()
  expect(ended.state).toMatchObject(LIMIT)
  expect(wordsIn(ended)[1]).toBe('notRun: Not run: this turn has reached its limit of 1 tool call.')
})

test('a sub-agent that has used all its calls gives its final answer without tools', () => {
  const caps = capsOf({ ...DEFAULT_LIMITS, toolCallsPerTurn: 1 })
  const walk = Walk.child({ caps }).ask()
  expect(wordsIn(walk.callBash('one', 'two'))).toEqual(['agent: 2'])
  expect(wordsIn(walk.finishTool())).toEqual([
    'ok: out',
    'notRun: Not run: this turn has reached its limit of 1 tool call.',
  ])
  const asked = walk.fireTimer()
  expect(asked.effects).toMatchObject([{ type: 'requestModel', withTools: false }, {}])
  expect(walk.answer('So far.').state).toEqual({ type: 'completed', result: 'So far.' })
})

test('a call for more sub-agents than are left starts none, says how many are left, and the turn continues', () => {
  const walk = capped({ subAgentsPerTurn: 3 }).ask()
  walk.call(spawn('Look', 'Count'))
  walk.child(0, submitted('found'))
  walk.child(1, submitted('two'))
  walk.fireTimer()
  const refused = walk.call(spawn('Look', 'Count'))
  expect(refused.children).toEqual([])
  expect(wordsIn(refused).slice(1)).toEqual([
    'failed: Not run: one turn can start at most 3 sub-agents, and 1 can still start. Do the work yourself, or give out fewer tasks.',
  ])
  expect(refused.state).toMatchObject({ type: 'awaitingLlm', reason: 'toolResults' })
  walk.fireTimer()
  expect(walk.call(spawn('Look')).children).toHaveLength(1)
  walk.child(0, submitted('found'))
  walk.fireTimer()
  const last = walk.call(spawn('Read'))
  expect(wordsIn(last)[1]).toContain('and 0 can still start')
})

test('where no sub-agent may start, none does', () => {
  const walk = capped({ subAgentsPerTurn: 0 }).ask()
  expect(walk.call(spawn('Look')).children).toEqual([])
  expect(walk.state.type).toBe('awaitingLlm')
})

test('a turn that has used its tokens sends no more requests; the calls of its last reply still run', () => {
  const walk = capped({ tokensPerTurn: 2 * REPLY_TOKENS }).ask()
  walk.callBash('one')
  walk.finishTool()
  walk.fireTimer()
  walk.callBash('two')
  walk.finishTool()
  const ended = walk.fireTimer()
  expect(ended.state).toMatchObject(LIMIT)
  expect(wordsIn(ended)).toEqual([
    'system: Stopped at the limit of 38 tokens in one turn. Press Continue to go on from here. You can change this limit in Settings, under Limits.',
  ])
  expect(effectTypes(ended)).toEqual([])
})

test('the tokens of sub-agents count for the turn that started them, and none starts when no tokens are left', () => {
  const walk = capped({ tokensPerTurn: 1_000_000 }).ask()
  walk.call(spawn('Look', 'Count'))
  walk.child(0, { type: 'ended', outcome: 'completed', text: 'found', tokens: 600_000 })
  walk.child(1, { type: 'ended', outcome: 'network', text: '', tokens: 400_000 })
  expect(wordsIn(walk.fireTimer())).toEqual([
    expect.stringContaining('Stopped at the limit of 1,000,000 tokens in one turn.'),
  ])
  const last = capped({ tokensPerTurn: REPLY_TOKENS }).ask()
  const ended = last.call(bash('one'), spawn('Look'))
  expect(ended.state.type).toBe('toolExecuting')
  const closed = last.finishTool()
  expect(closed.state).toMatchObject(LIMIT)
  expect(closed.children).toEqual([])
})

test('a limit changed during the turn applies from its next request or call', () => {
  const walk = capped({ toolCallsPerTurn: 1 }).ask()
  walk.callBash('one', 'two')
  const more = capsOf({ ...DEFAULT_LIMITS, toolCallsPerTurn: 2, requestsPerTurn: 1 })
  walk.take({ type: 'settingsChanged', change: { caps: more } })
  expect(walk.finishTool().state.type).toBe('toolExecuting')
  walk.finishTool()
  expect(wordsIn(walk.fireTimer())).toEqual([expect.stringContaining('the limit of 1 request in')])
})

test('the third equal call for sub-agents needs approval if the two before had the same result', () => {
  const walk = new Walk().ask()
  const spawned = (text: string): void => {
    walk.call(spawn('Look'))
    walk.child(0, submitted(text))
    walk.fireTimer()
  }
  spawned('nothing')
  spawned('something')
  spawned('something')
  walk.call(spawn('Look'))
  expect(walk.in('awaitingApproval').round.remaining).toMatchObject([
    { name: 'spawn_agents', verdict: { type: 'ask', why: 'repeated' } },
  ])
})
