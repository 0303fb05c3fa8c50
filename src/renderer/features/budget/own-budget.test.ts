import { expect, test } from 'vitest'
import { NO_BUDGET } from '../../../shared/settings/budget.ts'
import { budgetIn, budgetOf, textsOf } from './own-budget.ts'

const SETTINGS = { behaviour: { budgetUsd: 20, budgetMinutes: null } }

test('its own budget precedes the one in Settings, even if it sets no limit', () => {
  expect(budgetOf({ chosenBudget: null }, SETTINGS)).toEqual({ budgetUsd: 20, budgetMinutes: null })
  expect(budgetOf({ chosenBudget: NO_BUDGET }, SETTINGS)).toEqual(NO_BUDGET)
  expect(budgetOf({ chosenBudget: null }, null)).toEqual(NO_BUDGET)
})

test('typed text becomes a budget and is shown again; invalid text says so at its field', () => {
  const typed = budgetIn({ budgetUsd: ' 2.50 ', budgetMinutes: '' })
  expect(typed).toEqual({ ok: true, value: { budgetUsd: 2.5, budgetMinutes: null } })
  expect(textsOf({ budgetUsd: 2.5, budgetMinutes: null })).toEqual({
    budgetUsd: '2.5',
    budgetMinutes: '',
  })
  expect(budgetIn({ budgetUsd: 'much', budgetMinutes: '0' })).toEqual({
    ok: false,
    error: {
      budgetUsd: 'Not saved. Enter a number from 0.01 to 10,000, or leave it empty.',
      budgetMinutes: 'Not saved. Enter a number from 0.1 to 100,000, or leave it empty.',
    },
  })
})
