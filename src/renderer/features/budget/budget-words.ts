import { type Budget, type BudgetUse } from '../../../shared/settings/budget.ts'
import { durationInWords } from '../../../shared/duration-in-words.ts'

/** How much of a budget is used: `$0.42 of $5.00`. Empty: there is none. */
export function wordsOfBudget({ budgetMinutes, budgetUsd }: Budget, use: BudgetUse): string {
  const parts = [
    ...(budgetUsd === null ? [] : [`${inDollars(use.usd)} of ${inDollars(budgetUsd)}`]),
    ...(budgetMinutes === null
      ? []
      : [`${durationInWords(use.workedMs)} of ${durationInWords(budgetMinutes * 60_000)} of work`]),
  ]
  if (parts.length === 0) return ''
  const unknown =
    budgetUsd === null || use.unpricedTokens === 0
      ? ''
      : ` ${use.unpricedTokens.toLocaleString('en')} tokens of unknown price are not counted.`
  return `Budget: ${parts.join(', ')}.${unknown}`
}

function inDollars(usd: number): string {
  return usd.toLocaleString('en', { style: 'currency', currency: 'USD' })
}
