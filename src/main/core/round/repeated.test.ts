import { expect, test } from 'vitest'
import { askedCalls } from '../../../shared/conversation/conversation-state.ts'
import { Turn } from '../../../shared/conversation/turn.ts'
import { bash, think, unusable } from '../testing/test-calls.ts'
import { Walk } from '../testing/test-walk.ts'

const MODES = ['readOnly', 'ask', 'acceptEdits', 'auto'] as const

/** As many equal calls, each in a reply of its own, as the walk has results for. */
function repeat(walk: Walk, results: readonly string[], call = bash('make')): void {
  walk.ask()
  for (const digest of results) {
    walk.call(call)
    walk.finishTool('ok', digest)
    walk.fireTimer()
  }
}

test.each(MODES)(
  'under %s the third equal call in a row needs approval if the two before had the same result',
  (permissionMode) => {
    const call = think('again')
    const walk = new Walk({ permissionMode })
    repeat(walk, ['r', 'r'], call)
    walk.call(call)
    expect(walk.in('awaitingApproval').round.remaining).toMatchObject([
      { verdict: { type: 'ask', why: 'repeated' } },
    ])
  },
)

test('equal calls with different results, or with another call between them, need none', () => {
  const other = new Walk()
  repeat(other, ['r', 'q'])
  expect(other.call(bash('make')).state.type).toBe('toolExecuting')
  const between = new Walk()
  repeat(between, ['r', 'r'])
  between.call(bash('ls'))
  between.finishTool()
  between.fireTimer()
  expect(between.call(bash('make')).state.type).toBe('toolExecuting')
})

test('no rule answers for a repeated call', () => {
  const walk = new Walk({
    permissionMode: 'ask',
    rules: [{ tool: 'bash', subject: 'make', match: 'exact' }],
  })
  repeat(walk, ['r', 'r'])
  walk.call(bash('make'))
  expect(walk.in('awaitingApproval').round.remaining).toMatchObject([
    { verdict: { type: 'ask', why: 'repeated' } },
  ])
})

/** One reply with these commands, each with its result. */
function reply(walk: Walk, ...came: readonly (readonly [command: string, result: string])[]): void {
  walk.callBash(...came.map(([command]) => command))
  for (const [, result] of came) walk.finishTool('ok', result)
  walk.fireTimer()
}

test('equal calls in one reply are no loop, however many; the reply counts once', () => {
  const walk = new Walk().ask()
  reply(walk, ['make', 'r'], ['make', 'r'], ['make', 'r'], ['make', 'r'])
  reply(walk, ['make', 'r'])
  walk.callBash('make', 'make')
  expect(walk.in('awaitingApproval').round.remaining).toMatchObject([
    { verdict: { type: 'ask', why: 'repeated' } },
    { verdict: { type: 'ask', why: 'repeated' } },
  ])
})

test('replies that repeat the same two calls are a loop, in any order', () => {
  const walk = new Walk().ask()
  reply(walk, ['make', 'r'], ['ls', 'q'])
  reply(walk, ['ls', 'q'], ['make', 'r'])
  walk.callBash('make', 'ls')
  expect(askedCalls(walk.in('awaitingApproval')).map(({ subject }) => subject)).toEqual([
    'make',
    'ls',
  ])
})

test('a reply with a new call too, or with another result for one call, is no loop', () => {
  const more = new Walk().ask()
  for (const command of ['ls', 'pwd', 'id']) reply(more, ['make', 'r'], [command, 'q'])
  expect(more.callBash('make', 'ls').state.type).toBe('toolExecuting')
  const other = new Walk().ask()
  for (const result of ['p', 'q']) reply(other, ['make', 'r'], ['ls', result])
  expect(other.callBash('make', 'ls').state.type).toBe('toolExecuting')
})

test('a turn saved before replies were compared starts counting at its next reply', () => {
  const { turn } = new Walk().ask().in('llmRequesting')
  const repeated = { call: 'd', result: 'r', count: 2 }
  expect(Turn.parse({ ...turn, repeated }).repeated).toBeNull()
})

test('a refused call between them restarts the count', () => {
  const walk = new Walk().ask()
  reply(walk, ['make', 'r'])
  reply(walk, ['make', 'r'])
  walk.call(unusable('shell', 'There is no tool called shell.'))
  walk.fireTimer()
  expect(walk.callBash('make').state.type).toBe('toolExecuting')
})

test('a repeated call that was allowed once asks again the next time, and the next turn counts from zero', () => {
  const walk = new Walk()
  repeat(walk, ['r', 'r'])
  for (const _ of [1, 2]) {
    walk.call(bash('make'))
    const callIds = walk.in('awaitingApproval').round.remaining.map(({ callId }) => callId)
    walk.take({ type: 'approvalAnswered', callIds, answer: { type: 'once' } })
    walk.finishTool()
    walk.fireTimer()
  }
  walk.answer('Done')
  walk.ask()
  expect(walk.call(bash('make')).state.type).toBe('toolExecuting')
})
