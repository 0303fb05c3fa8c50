import { expect, test } from 'vitest'
import { askedCalls } from '../../../shared/conversation/conversation-state.ts'
import type { SubAgentOutcome } from '../../../shared/messages/message.ts'
import { bash, edit, read, spawn, submit, unusable } from '../testing/test-calls.ts'
import { submitted, Walk, wordsIn } from '../testing/test-walk.ts'

test.each([read('a.ts'), edit('a.ts')])('an allowed $name runs', (call) => {
  const step = new Walk().ask().call(call)
  expect(step.effects).toContainEqual(
    expect.objectContaining({
      type: 'runTool',
      call: expect.objectContaining({ name: call.name }),
    }),
  )
})

test('several calls of a sub-agent run if none of them is submit_result', () => {
  const walk = Walk.child().ask()
  walk.call(bash('one'), bash('two'))
  expect(walk.in('toolExecuting').round.remaining).toHaveLength(1)
})

test('next to submit_result, a call that could not run anyway keeps its own reason', () => {
  const step = Walk.child().ask().call(submit('Done'), unusable('wish', 'No such tool.'))
  expect(wordsIn(step)).toEqual([
    'agent: 2',
    expect.stringContaining('failed: Not run: submit_result ends the work'),
    'failed: No such tool.',
  ])
})

test('a call that cannot run does nothing, as far as permissions are concerned', () => {
  const walk = new Walk({ permissionMode: 'ask' }).ask()
  walk.call(bash('make'), unusable('wish', 'No.'))
  const [, wish] = walk.in('awaitingApproval').round.remaining
  expect(wish).toMatchObject({ action: 'think', subject: null })
})

test('a call that cannot run needs no approval, however often it is repeated', () => {
  const walk = new Walk().ask()
  for (let time = 0; time < 2; time++) {
    walk.callBash('make')
    walk.finishTool()
    walk.fireTimer()
  }
  const broken = { ...bash('make'), check: { type: 'unusable', text: 'No.' } } as const
  expect(walk.call(broken).state).toMatchObject({ type: 'awaitingLlm', reason: 'toolResults' })
})

test('a rule is for one tool: another with the same subject still needs approval', () => {
  const walk = new Walk({ permissionMode: 'ask' }).ask()
  walk.call({ ...bash('make'), name: 'shell' })
  const callIds = askedCalls(walk.in('awaitingApproval')).map(({ callId }) => callId)
  const answer = {
    type: 'always',
    rule: { tool: 'bash', subject: 'make', match: 'exact' },
  } as const
  const step = walk.try({ type: 'approvalAnswered', callIds, answer })
  expect(step).toEqual({ type: 'refused', reason: 'stale' })
})

const WORDS: readonly (readonly [SubAgentOutcome, string])[] = [
  ['completed', 'completed'],
  ['cancelled', 'cancelled'],
  ['timeout', 'timed out'],
  ['turnLimit', 'reached the limit of its turn'],
  ['cutReply', 'was cut off at the output limit'],
  ['contextExhausted', 'read more than its model can take'],
  ['interrupted', 'interrupted'],
  ['network', 'failed (network)'],
]

test.each(WORDS)(
  'the result reports a sub-agent that ended as %s like this: %s',
  (outcome, words) => {
    const walk = new Walk().ask()
    walk.call(spawn('Look', 'Count'))
    walk.child(0, submitted('Found'))
    const step = walk.child(1, { type: 'ended', outcome, text: '', tokens: 0 })
    expect(wordsIn(step).at(-1)).toContain(`Sub-agent 2 (Count): ${words}`)
    const done = outcome === 'completed' ? 2 : 1
    expect(step.messages.at(-1)?.content).toMatchObject({ summary: `${done} of 2 completed` })
  },
)

test('only an equal call is a repetition, even if the results are equal', () => {
  const walk = new Walk().ask()
  for (const command of ['make', 'make test', 'make']) {
    walk.callBash(command)
    walk.finishTool()
    walk.fireTimer()
  }
  expect(walk.callBash('make').state.type).toBe('toolExecuting')
})
