import { expect, test } from 'vitest'
import type { OverBudget } from '../../../shared/settings/budget.ts'
import { type Walked, Walk, wordsIn } from '../testing/test-walk.ts'

const MONEY: OverBudget = { type: 'money', usd: 5.018, budgetUsd: 5, unpricedTokens: 0 }

function due(walk: Walk, overBudget: OverBudget): Walked {
  return walk.take({ type: 'timerFired', timerId: walk.in('awaitingLlm').timerId, overBudget })
}

test('when the budget is used up the turn ends before its next request, says so, and Continue goes on', () => {
  const walk = new Walk().ask()
  walk.callBash('one')
  walk.finishTool()
  const ended = due(walk, MONEY)
  expect(ended.state).toMatchObject({ type: 'idle', unfinished: { cause: 'budget' } })
  expect(ended.effects.filter(({ type }) => type === 'requestModel')).toEqual([])
  expect(wordsIn(ended)).toEqual([
    'system: Stopped before the next request: this conversation has cost $5.02, and its budget is $5.00. Press Continue once to go on for one more turn, or change the budget.',
  ])
  expect(ended.lifecycle).toMatchObject([{ type: 'turnInterrupted', reason: 'turnLimit' }])
  walk.take({ type: 'continueRequested' })
  walk.fireTimer()
  expect(walk.state.type).toBe('llmRequesting')
})

test('a small amount is written as the page writes it', () => {
  const walk = new Walk()
  walk.say('Go on')
  const ended = due(walk, { ...MONEY, usd: 0.0163, budgetUsd: 0.01 })
  expect(wordsIn(ended)[0]).toContain('has cost $0.016, and its budget is $0.01.')
})

test('a first request is not sent either, and the message stays', () => {
  const walk = new Walk()
  walk.say('Go on')
  expect(due(walk, MONEY).state).toMatchObject({ type: 'idle', unfinished: { cause: 'budget' } })
})

function words(over: OverBudget): string {
  const walk = new Walk()
  walk.say()
  return wordsIn(due(walk, over))[0] ?? ''
}

test('time and unknown prices are reported as such', () => {
  expect(words({ type: 'time', workedMs: 61 * 60_000, budgetMinutes: 60 })).toContain(
    'this conversation has worked for 1 hour 1 minute, and its budget is 1 hour.',
  )
  expect(words({ ...MONEY, unpricedTokens: 1_200 })).toContain(
    'The price of 1,200 tokens is unknown: they are not counted.',
  )
})

test('a sub-agent over budget fails, so the conversation that started it asks', () => {
  const walk = Walk.child()
  walk.say()
  expect(due(walk, MONEY).state).toMatchObject({ type: 'failed' })
})

test('a wait for the next attempt ends at a budget that was lowered meanwhile', () => {
  const walk = new Walk().ask()
  walk.fail('rateLimit')
  const { phase } = walk.in('llmRequesting')
  const ended = walk.take({ type: 'timerFired', timerId: phase.timerId, overBudget: MONEY })
  expect(ended.state).toMatchObject({ type: 'idle', unfinished: { cause: 'budget' } })
  expect(ended.effects.filter(({ type }) => type === 'requestModel')).toEqual([])
  expect(wordsIn(ended)[0]).toContain('its budget is $5.00.')
})

test('a timer other than that of the request ignores the budget', () => {
  const walk = new Walk()
  walk.say()
  const over = { type: 'timerFired', timerId: 'other' as never, overBudget: MONEY } as const
  expect(walk.try(over)).toMatchObject({ type: 'refused', reason: 'stale' })
})
