import * as z from '../schema.ts'

/** The bounds of a budget. */
export const BUDGET_BOUNDS = {
  budgetUsd: { min: 0.01, max: 10_000 },
  /** Less than a minute is only for trying it out. */
  budgetMinutes: { min: 0.1, max: 100_000 },
} as const

function within({ min, max }: { readonly min: number; readonly max: number }): z.ZodNumber {
  return z.number().min(min).max(max)
}

/** The limits after which a conversation asks a person (docs/decisions/108). Null: no limit. */
export const Budget = z
  .object({
    /** The most US dollars that one conversation and its sub-agents may cost before a person is asked; null: no limit. */
    budgetUsd: within(BUDGET_BOUNDS.budgetUsd).nullable(),
    /** The same in minutes in which models and tools work; waiting for people does not count. Null: no limit. */
    budgetMinutes: within(BUDGET_BOUNDS.budgetMinutes).nullable(),
  })
  .readonly()
export type Budget = z.infer<typeof Budget>

/** A conversation's own; null for that of Settings. */
export const ChosenBudget = Budget.nullable()
export type ChosenBudget = z.infer<typeof ChosenBudget>

export const NO_BUDGET: Budget = { budgetUsd: null, budgetMinutes: null }

/** What a conversation has used of its budget, including its sub-agents. */
export const BudgetUse = z
  .object({ usd: z.number(), unpricedTokens: z.number(), workedMs: z.number() })
  .readonly()
export type BudgetUse = z.infer<typeof BudgetUse>

/** A budget that was used up before a request. */
export const OverBudget = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('money'),
      usd: z.number(),
      budgetUsd: z.number(),
      /** Tokens of unknown price: not included in `usd`. */
      unpricedTokens: z.number(),
    })
    .readonly(),
  z.object({ type: z.literal('time'), workedMs: z.number(), budgetMinutes: z.number() }).readonly(),
])
export type OverBudget = z.infer<typeof OverBudget>

/** Returns the part of the budget that is used up; null if something is left of each. */
export function overBudget(budget: Budget, use: BudgetUse): OverBudget | null {
  const { budgetMinutes, budgetUsd } = budget
  const { unpricedTokens, usd, workedMs } = use
  if (budgetUsd !== null && usd >= budgetUsd)
    return { type: 'money', usd, budgetUsd, unpricedTokens }
  return budgetMinutes !== null && workedMs >= budgetMinutes * 60_000
    ? { type: 'time', workedMs, budgetMinutes }
    : null
}
