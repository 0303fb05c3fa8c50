import { type Budget, type ChosenBudget, NO_BUDGET } from '../../../shared/settings/budget.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { Behaviour } from '../../../shared/settings/settings.ts'
import { textSetting } from '../settings/fields/text-settings.ts'

export const BUDGET_FIELDS = ['budgetUsd', 'budgetMinutes'] as const
type BudgetField = (typeof BUDGET_FIELDS)[number]

export type BudgetTexts = Readonly<Record<BudgetField, string>>

/** The budget in force for a conversation: its own, otherwise the one in Settings. */
export function budgetOf(
  { chosenBudget }: { readonly chosenBudget: ChosenBudget },
  settings: { readonly behaviour: Pick<Behaviour, BudgetField> } | null,
): Budget {
  if (chosenBudget !== null) return chosenBudget
  if (settings === null) return NO_BUDGET
  const { budgetMinutes, budgetUsd } = settings.behaviour
  return { budgetUsd, budgetMinutes }
}

export function textsOf({ budgetMinutes, budgetUsd }: Budget): BudgetTexts {
  return { budgetUsd: String(budgetUsd ?? ''), budgetMinutes: String(budgetMinutes ?? '') }
}

/** Parses the typed budget, with the same rules as in Settings; otherwise returns the problem of each field. */
export function budgetIn(texts: BudgetTexts): Result<Budget, Partial<BudgetTexts>> {
  const problems: Partial<Record<BudgetField, string>> = {}
  const budget: Record<BudgetField, number | null> = { ...NO_BUDGET }
  for (const field of BUDGET_FIELDS) {
    const read = textSetting(field).change(texts[field])
    if (read.ok) budget[field] = read.value.behaviour?.[field] ?? null
    else problems[field] = read.error
  }
  return Object.keys(problems).length === 0 ? ok(budget) : failed(problems)
}
