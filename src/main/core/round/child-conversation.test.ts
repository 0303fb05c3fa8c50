import { expect, test } from 'vitest'
import type { Block } from '../../../shared/messages/content.ts'
import { SUBMIT_RESULT } from '../request/agent-tools.ts'
import { bash, submit, unusable } from '../testing/test-calls.ts'
import { blockOf, message, Walk, type Walked, wordsIn } from '../testing/test-walk.ts'

test('a sub-agent accepts no message into its turn', () => {
  const walk = Walk.child().ask()
  walk.callBash('make')
  walk.finishTool()
  expect(walk.in('awaitingLlm').reason).toBe('toolResults')
  expect(walk.try(message('Hurry', 'join'))).toEqual({ type: 'refused', reason: 'busy' })
})

const text = (words: string): Block => ({ type: 'text', text: words })

function request(step: Walked): unknown {
  return step.effects.find((effect) => effect.type === 'requestModel')
}

// covers D-59
test('the task of a sub-agent is a message from Phoenix, not from a person', () => {
  const step = Walk.child().say('Look')
  expect(step.messages).toMatchObject([{ content: { text: 'Look', author: 'phoenix' } }])
})

test('a sub-agent inherits the instructions that its parent read, without a message about them', () => {
  const walk = Walk.child().ask()
  const step = walk.take({
    type: 'settingsChanged',
    change: { instructions: null, instructionsFault: 'full' },
  })
  expect(step.lifecycle).toMatchObject([{ type: 'settingsChanged' }])
  expect(step.messages).toEqual([])
  expect(walk.take({ type: 'settingsChanged', change: { instructions: null } }).messages).toEqual(
    [],
  )
})

// covers REQ-BED-008.2a D-45
test('a single submit_result ends the work: its text is the result, and the call gets a result too', () => {
  const step = Walk.child().ask().call(submit('All is well.'))
  expect(step.state).toEqual({ type: 'completed', result: 'All is well.' })
  expect(wordsIn(step)).toEqual(['agent: 1', 'ok: Result submitted.'])
  expect(step.lifecycle).toMatchObject([{ type: 'turnCompleted' }])
})

// covers D-44
test('a sub-agent that submits a failure has failed, with its text as the reason', () => {
  const step = Walk.child().ask().call(submit('There is no such file.', false))
  const failed = { reason: 'unsuccessful', message: 'There is no such file.', lastReplyId: null }
  expect(step.state).toEqual({ type: 'failed', ...failed })
  expect(wordsIn(step)).toEqual(['agent: 1', 'ok: Result submitted.'])
  expect(step.lifecycle).toMatchObject([{ type: 'turnCompleted' }])
})

test('T36 submit_result next to other calls: error results for all, nothing runs, the model is asked again', () => {
  const walk = Walk.child().ask()
  for (const calls of [
    [submit('a'), bash('make')],
    [bash('make'), submit('a')],
    [submit('a'), submit('b')],
    [unusable(SUBMIT_RESULT, 'No result.'), bash('make')],
  ]) {
    const step = walk.call(...calls)
    expect(wordsIn(step).slice(1)).toEqual(calls.map(() => expect.stringMatching(/^failed: No/)))
    expect(step.state).toMatchObject({ type: 'awaitingLlm', reason: 'toolResults' })
    expect(step.effects.some(({ type }) => type === 'runTool')).toBe(false)
    walk.fireTimer()
  }
})

// covers REQ-BED-008.2a
test('T52 a text-only end asks once for submit_result; the next text-only end is taken as the result', () => {
  const walk = Walk.child().ask()
  const asked = walk.answer('I think so.')
  expect(wordsIn(asked)).toEqual(['agent: 1', expect.stringContaining('user: Call submit_result')])
  expect(asked.state).toMatchObject({ type: 'awaitingLlm', reason: 'continue' })
  walk.fireTimer()
  expect(walk.answer('It is so.').state).toEqual({ type: 'completed', result: 'It is so.' })
})

test('T52 work between two text-only ends does not ask for it again', () => {
  const walk = Walk.child().ask()
  walk.answer('I think so.')
  walk.fireTimer()
  walk.callBash('make')
  walk.finishTool()
  walk.fireTimer()
  expect(walk.answer('It is so.').state.type).toBe('completed')
})

test('an empty end after results asks for submit_result too', () => {
  const walk = Walk.child().ask()
  walk.callBash('make')
  walk.finishTool()
  walk.fireTimer()
  const step = walk.answer(' ', { follows: 'results' })
  expect(step.state).toMatchObject({ type: 'awaitingLlm', turn: { askedToSubmit: true } })
})

test('T52 a text-only end for an unknown reason asks once for submit_result too', () => {
  const walk = Walk.child().ask()
  const asked = walk.answer('Half', { end: 'unknown' })
  expect(wordsIn(asked)).toEqual(['agent: 1', expect.stringContaining('user: Call submit_result')])
  walk.fireTimer()
  expect(walk.answer('All.').state).toEqual({ type: 'completed', result: 'All.' })
})

test('a sub-agent whose calls came with an unknown end reason runs none of them and fails', () => {
  const walk = Walk.child().ask()
  const step = walk.reply([blockOf(bash('make'))], [bash('make')], { end: 'unknown' })
  expect(step.state).toMatchObject({ type: 'failed', reason: 'server' })
  expect(wordsIn(step).slice(0, 2)).toEqual([
    'agent: 1',
    expect.stringContaining('notRun: Not run'),
  ])
})

/** A sub-agent that has made as many requests as it may. */
function usedUp(limit = 2): { readonly walk: Walk; readonly last: Walked } {
  const { caps } = new Walk().context
  const walk = Walk.child({ caps: { ...caps, requestsPerChild: limit } }).ask()
  for (let count = 1; count < limit; count++) {
    walk.callBash(`step ${count}`)
    walk.finishTool()
    walk.fireTimer()
  }
  walk.callBash('last')
  walk.finishTool()
  return { walk, last: walk.fireTimer() }
}

test('T55 after 50 requests a final one without tools follows, and its text is the result', () => {
  const { walk, last } = usedUp(50)
  expect(request(last)).toMatchObject({ purpose: 'reply', withTools: false })
  expect(last.state).toMatchObject({ turn: { requests: 51 } })
  expect(walk.answer('So far: two.').state).toEqual({ type: 'completed', result: 'So far: two.' })
})

test('every request up to the limit has tools', () => {
  const walk = Walk.child({ caps: { ...new Walk().context.caps, requestsPerChild: 2 } })
  walk.say()
  expect(request(walk.fireTimer())).toMatchObject({ withTools: true })
  walk.callBash('make')
  walk.finishTool()
  expect(request(walk.fireTimer())).toMatchObject({ withTools: true })
})

test('a call in the last reply does not run, and its text is the result', () => {
  const { walk } = usedUp()
  const step = walk.reply([text('Two.'), blockOf(bash('make'))], [bash('make')], { end: 'toolUse' })
  expect(step.state).toEqual({ type: 'completed', result: 'Two.' })
  expect(wordsIn(step)).toEqual([
    'agent: 2',
    'notRun: Not run: the sub-agent had reached its limit.',
  ])
})

test.each(['maxTokens', 'contextFull'] as const)(
  'when the final reply is cut with %s, a call in progress is dropped, and complete calls do not run',
  (end) => {
    const { walk } = usedUp()
    const calls = [bash('two'), bash('thr')]
    const blocks = [text('So far.'), ...calls.map(blockOf)]
    const cut = walk.reply(blocks, calls, { end })
    expect(wordsIn(cut)).toEqual([
      'agent: 2',
      'notRun: Not run: the sub-agent had reached its limit.',
    ])
    expect(cut.state).toEqual({ type: 'completed', result: 'So far.' })
  },
)

test.each([{ requestsPerChild: 1 }, { toolCallsPerTurn: 1 }])(
  'a limit lowered during a request loses neither the calls of a sub-agent nor its result: %o',
  (lower) => {
    const walk = Walk.child().ask()
    walk.callBash('make')
    walk.finishTool()
    expect(request(walk.fireTimer())).toMatchObject({ withTools: true })
    const caps = { ...walk.context.caps, ...lower }
    walk.take({ type: 'settingsChanged', change: { caps } })
    const { state } = walk
    expect(walk.call(submit('All.')).state).toEqual({ type: 'completed', result: 'All.' })
    walk.state = state
    const words = text('Let me look.')
    walk.reply([words, blockOf(bash('ls'))], [bash('ls')], { end: 'toolUse' })
    if (walk.state.type === 'toolExecuting') walk.finishTool()
    expect(request(walk.fireTimer())).toMatchObject({ withTools: false })
    expect(walk.answer('So far.').state).toEqual({ type: 'completed', result: 'So far.' })
  },
)

test('a limit raised during the final request still takes its text as the result', () => {
  const { walk } = usedUp()
  const caps = { ...walk.context.caps, requestsPerChild: 50 }
  walk.take({ type: 'settingsChanged', change: { caps } })
  expect(walk.answer('So far.').state).toEqual({ type: 'completed', result: 'So far.' })
})

test('an empty final reply is asked for again, without tools, and fails after three attempts', () => {
  const { walk } = usedUp()
  for (const attempt of [2, 3]) {
    expect(walk.answer(' ').state).toMatchObject({ attempt, phase: { type: 'backoff' } })
    expect(request(walk.fireTimer())).toMatchObject({ withTools: false })
  }
  expect(walk.answer(' ').state).toMatchObject({ type: 'failed', reason: 'server' })
})

/** Each way in which the turn of a sub-agent stops before its end. */
const ENDS: readonly (readonly [string, (walk: Walk) => Walked])[] = [
  ['cancelled', (walk) => walk.ask().cancel('user')],
  ['cancelled', (walk) => walk.ask().cancel('parent')],
  ['timeout', (walk) => walk.ask().cancel('timeout')],
  ['interrupted', (walk) => walk.ask().take({ type: 'shutdownRequested' })],
  ['auth', (walk) => walk.ask().fail('auth')],
  ['billing', (walk) => walk.ask().fail('billing')],
  ['invalidRequest', (walk) => walk.ask().fail('invalidRequest')],
  ['rateLimit', (walk) => walk.ask().fail('rateLimit', 3_600_000)],
  ['network', (walk) => walk.ask().failThrice('network')],
  ['overloaded', (walk) => walk.ask().failThrice('overloaded')],
  ['refused', (walk) => walk.ask().answer('No.', { end: 'refusal' })],
  ['storage', (walk) => walk.ask().take({ type: 'storeFailed', fault: 'full' })],
  ['internal', (walk) => walk.ask().take({ type: 'workLost', workId: walk.work })],
  ['contextExhausted', (walk) => exhausted(walk)],
  ['cutReply', (walk) => cutFourTimes(walk)],
]

function exhausted(walk: Walk): Walked {
  walk.ask()
  for (let count = 0; count < 2; count++) {
    walk.fail('contextFull')
    walk.fireTimer()
    walk.answer('Short.')
    walk.fireTimer()
  }
  return walk.fail('contextFull')
}

function cutFourTimes(walk: Walk): Walked {
  walk.ask()
  for (let count = 0; count < 3; count++) {
    walk.answer('On and', { end: 'maxTokens' })
    walk.fireTimer()
  }
  return walk.answer('on', { end: 'maxTokens' })
}

test.each(ENDS)(
  'T53 where the main conversation would rest, a sub-agent fails: %s',
  (reason, end) => {
    const step = end(Walk.child())
    expect(step.state).toMatchObject({ type: 'failed', reason })
    const ends = step.lifecycle.filter(({ type }) =>
      /^turn(Interrupted|Failed|Completed)$/.test(type),
    )
    expect(ends).toHaveLength(1)
  },
)

test('a cancelled sub-agent first ends its own tool, then fails; it is never idle', () => {
  const walk = Walk.child().ask()
  walk.callBash('make')
  expect(walk.cancel('parent').effects).toContainEqual({
    type: 'stopWork',
    workIds: [expect.anything()],
    reason: 'parent',
  })
  expect(walk.in('cancelling').then).toMatchObject({ state: { type: 'failed' } })
  expect(walk.finishTool('aborted').state).toMatchObject({ type: 'failed', reason: 'cancelled' })
})

test('a failed sub-agent keeps its last text, which becomes its result', () => {
  const walk = Walk.child().ask()
  const { messages } = walk.callBash('make')
  walk.finishTool()
  walk.fireTimer()
  expect(walk.cancel('timeout').state).toMatchObject({ lastReplyId: messages[0]?.id })
})
