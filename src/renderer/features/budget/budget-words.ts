import { moneyInWords } from '../../../shared/money.ts'
import { type Budget, type BudgetUse } from '../../../shared/settings/budget.ts'
import { durationInWords } from '../../../shared/duration-in-words.ts'
import { countOf } from '../../../client/words/words.ts'

/** The use of each limit: `$0.42 of $5.00`. */
export function partsOfBudget(
  { budgetMinutes, budgetUsd }: Budget,
  use: BudgetUse,
): readonly string[] {
  return [
    ...(budgetUsd === null ? [] : [`${moneyInWords(use.usd)} of ${moneyInWords(budgetUsd)}`]),
    ...(budgetMinutes === null
      ? []
      : [`${durationInWords(use.workedMs)} of ${durationInWords(budgetMinutes * 60_000)} of work`]),
  ]
}

/** The same as a sentence, with the use that is not counted. Empty: there is no budget. */
export function wordsOfBudget(budget: Budget, use: BudgetUse): string {
  const parts = partsOfBudget(budget, use)
  if (parts.length === 0) return ''
  const unknown =
    budget.budgetUsd === null || use.unpricedTokens === 0
      ? ''
      : ` ${countOf(use.unpricedTokens, 'token of unknown price is', 'tokens of unknown price are')} not counted.`
  return `Budget: ${parts.join(', ')}.${unknown}`
}
