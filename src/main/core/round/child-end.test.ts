import { expect, test } from 'vitest'
import { DEFAULT_CAPS } from '../machine/context.ts'
import { bash } from '../testing/test-calls.ts'
import { Walk } from '../testing/test-walk.ts'

test.each([
  ['user', 'cancelled', 'Cancelled by user.'],
  ['parent', 'cancelled', 'Cancelled with the conversation that started it.'],
  ['timeout', 'timeout', 'It did not end within its time limit.'],
] as const)('a sub-agent stopped by %s has ended as %s and says why', (by, reason, message) => {
  const step = Walk.child().ask().cancel(by)
  expect(step.state).toMatchObject({ type: 'failed', reason, message })
})

test('a sub-agent that was ended by quitting, by its request limit or by a cut reply says so', () => {
  const closed = Walk.child().ask().take({ type: 'shutdownRequested' })
  const message = 'Interrupted: Phoenix was closed.'
  expect(closed.state).toMatchObject({ type: 'failed', reason: 'interrupted', message })
  const spent = Walk.child({ caps: { ...DEFAULT_CAPS, requestsPerTurn: 0 } })
  spent.say()
  expect(spent.fireTimer().state).toMatchObject({
    reason: 'turnLimit',
    message: 'It reached a limit of what one turn may use.',
  })
  const cut = Walk.child().ask()
  for (let time = 0; time < 3; time++) {
    cut.answer('Half', { end: 'maxTokens' })
    cut.fireTimer()
  }
  expect(cut.answer('Half', { end: 'maxTokens' }).state).toMatchObject({
    reason: 'cutReply',
    message: 'Its replies were cut at the output limit.',
  })
})

test('the request limit of sub-agents applies only to sub-agents', () => {
  const walk = new Walk({ caps: { ...DEFAULT_CAPS, requestsPerChild: 0 } })
  walk.say()
  expect(walk.fireTimer().effects[0]).toMatchObject({ type: 'requestModel', withTools: true })
  expect(walk.call(bash('make')).state.type).toBe('toolExecuting')
})

test('only messages are debounced', () => {
  const walk = new Walk({ busyPolicy: 'interrupt', debounceMs: 100 })
  walk.say()
  const { at } = walk
  expect(walk.in('awaitingLlm')).toMatchObject({ dueAt: at + 100, maxDueAt: at + 500 })
  walk.fireTimer()
  walk.call(bash('make'))
  walk.finishTool()
  expect(walk.in('awaitingLlm')).toMatchObject({ dueAt: at, maxDueAt: at })
})
