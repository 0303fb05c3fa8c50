import { z } from 'zod'
import { addUsage, NO_USAGE, totalOf, Usage } from './usage.ts'

const usd = z.number().nonnegative()
const rates = { input: usd, output: usd, cacheWrite: usd, cacheRead: usd }

/** What a model costs, in US dollars for a million tokens of each kind. */
export const Price = z
  .object({
    ...rates,
    /** In force for all of a request that sends more than so many tokens, cached or not. Null: there is no such price. */
    long: z
      .object({ above: z.number().int().positive(), ...rates })
      .readonly()
      .nullable(),
    /** What one search of the web by the provider costs beside its tokens, in US dollars. Absent: unknown. */
    search: usd.optional(),
  })
  .readonly()
export type Price = z.infer<typeof Price>

/** The most that a million tokens can be said to cost. */
export const MOST_USD = 10_000

const ownUsd = usd.max(MOST_USD)

/** What Settings say that a model costs. Null: a token that goes into the cache, or comes from it, costs as any other that is sent. */
export const OwnPrice = z
  .object({
    input: ownUsd,
    output: ownUsd,
    cacheRead: ownUsd.nullable(),
    cacheWrite: ownUsd.nullable(),
  })
  .readonly()
export type OwnPrice = z.infer<typeof OwnPrice>

/** What holds for a model of which Settings say this. */
export function priceOf({ cacheRead, cacheWrite, input, output }: OwnPrice): Price {
  const cached = { cacheWrite: cacheWrite ?? input, cacheRead: cacheRead ?? input }
  return { input, output, ...cached, long: null }
}

/** What was used, and what of it cost how much. */
export const Spend = z
  .object({
    usage: Usage,
    /** US dollars, for all but `unpricedTokens`. */
    usd,
    /** Tokens whose price is unknown: they are no part of `usd`, and did not cost nothing. */
    unpricedTokens: z.number().nonnegative(),
    /** The same of searches. Absent: none. */
    unpricedSearches: z.number().int().positive().optional(),
  })
  .readonly()
export type Spend = z.infer<typeof Spend>

/** Of a conversation itself, and of the sub-agents that it started. */
export const ConversationSpend = z.object({ own: Spend, subAgents: Spend }).readonly()
export type ConversationSpend = z.infer<typeof ConversationSpend>

export const NO_SPEND: Spend = { usage: NO_USAGE, usd: 0, unpricedTokens: 0 }

/** What a request took and gave, and the price that held when it was asked; null: an unknown one. */
export interface Asked {
  readonly usage: Usage
  readonly price: Price | null
}

/** What the provider says that it cost counts before any price. */
export function spendOf({ price, usage }: Asked): Spend {
  const { usd, ...tokens } = usage
  if (usd !== undefined) return { usage: tokens, usd, unpricedTokens: 0 }
  const { searches = 0 } = usage
  const unpriced = searches > 0 && price?.search === undefined && { unpricedSearches: searches }
  if (price === null) return { usage, usd: 0, unpricedTokens: totalOf(usage), ...unpriced }
  const usdOfSearches = searches * (price.search ?? 0)
  return { usage, usd: costOf(usage, price) + usdOfSearches, unpricedTokens: 0, ...unpriced }
}

export function totalSpend(asked: readonly Asked[]): Spend {
  return asked.map(spendOf).reduce(addSpend, NO_SPEND)
}

export function addSpend(a: Spend, b: Spend): Spend {
  const unpricedSearches = (a.unpricedSearches ?? 0) + (b.unpricedSearches ?? 0)
  return {
    ...(unpricedSearches > 0 && { unpricedSearches }),
    usage: addUsage(a.usage, b.usage),
    usd: a.usd + b.usd,
    unpricedTokens: a.unpricedTokens + b.unpricedTokens,
  }
}

/** What is cached for an hour costs so many times what is sent (platform.claude.com, pricing, taken 2026-11-23). */
const HOUR_WRITE = 2

function costOf(usage: Usage, { long, ...short }: Price): number {
  const { cacheReadTokens, cacheWriteTokens, inputTokens, outputTokens } = usage
  const hour = Math.min(usage.cacheWriteHourTokens ?? 0, cacheWriteTokens)
  const sent = inputTokens + cacheReadTokens + cacheWriteTokens
  const { cacheRead, cacheWrite, input, output } = long !== null && sent > long.above ? long : short
  const perMillion =
    inputTokens * input +
    outputTokens * output +
    cacheReadTokens * cacheRead +
    (cacheWriteTokens - hour) * cacheWrite +
    hour * HOUR_WRITE * input
  return perMillion / 1_000_000
}
