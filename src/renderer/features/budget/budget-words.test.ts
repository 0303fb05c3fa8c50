import { expect, test } from 'vitest'
import { NO_BUDGET } from '../../../shared/settings/budget.ts'
import { wordsOfBudget } from './budget-words.ts'

const USE = { usd: 0.418, unpricedTokens: 0, workedMs: 12 * 60_000 }

test('the used part of a budget is shown, and tokens of unknown price are excluded', () => {
  expect(wordsOfBudget(NO_BUDGET, USE)).toBe('')
  expect(wordsOfBudget({ budgetUsd: 5, budgetMinutes: null }, USE)).toBe('Budget: $0.42 of $5.00.')
  expect(wordsOfBudget({ budgetUsd: null, budgetMinutes: 60 }, { ...USE, unpricedTokens: 9 })).toBe(
    'Budget: 12 minutes of 1 hour of work.',
  )
  expect(
    wordsOfBudget({ budgetUsd: 5, budgetMinutes: 60 }, { ...USE, unpricedTokens: 1_200 }),
  ).toBe(
    'Budget: $0.42 of $5.00, 12 minutes of 1 hour of work. 1,200 tokens of unknown price are not counted.',
  )
})
