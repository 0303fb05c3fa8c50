import * as z from '../schema.ts'
import { addUsage, NO_USAGE, totalOf, Usage } from './usage.ts'

const usd = z.number().nonnegative()
const rates = { input: usd, output: usd, cacheWrite: usd, cacheRead: usd }

/** A model's price in US dollars per million tokens of each kind. */
export const Price = z
  .object({
    ...rates,
    /** Applies to a whole request with more than this many tokens, cached or not. Null if there is no such price. */
    long: z
      .object({ above: z.number().int().positive(), ...rates })
      .readonly()
      .nullable(),
    /** The price of one web search by the provider, in addition to its tokens, in US dollars. Absent if unknown. */
    search: usd.optional(),
  })
  .readonly()
export type Price = z.infer<typeof Price>

/** The highest price per million tokens that can be entered. */
export const MOST_USD = 10_000

const ownUsd = usd.max(MOST_USD)

/** The price of a model in Settings. Null: tokens written to or read from the cache cost as much as others. */
export const OwnPrice = z
  .object({
    input: ownUsd,
    output: ownUsd,
    cacheRead: ownUsd.nullable(),
    cacheWrite: ownUsd.nullable(),
  })
  .readonly()
export type OwnPrice = z.infer<typeof OwnPrice>

/** Converts a price from Settings. */
export function priceOf({ cacheRead, cacheWrite, input, output }: OwnPrice): Price {
  const cached = { cacheWrite: cacheWrite ?? input, cacheRead: cacheRead ?? input }
  return { input, output, ...cached, long: null }
}

/** Usage and its cost. */
export const Spend = z
  .object({
    usage: Usage,
    /** US dollars, for everything except `unpricedTokens`. */
    usd,
    /** Tokens of unknown price: not included in `usd`, but not free. */
    unpricedTokens: z.number().nonnegative(),
    /** The same for searches. Absent if there are none. */
    unpricedSearches: z.number().int().positive().optional(),
  })
  .readonly()
export type Spend = z.infer<typeof Spend>

/** The spend of a conversation itself and of its sub-agents. */
export const ConversationSpend = z.object({ own: Spend, subAgents: Spend }).readonly()
export type ConversationSpend = z.infer<typeof ConversationSpend>

export const NO_SPEND: Spend = { usage: NO_USAGE, usd: 0, unpricedTokens: 0 }

/** The usage of a request, and the price when it was sent; null if unknown. */
export interface PricedUsage {
  readonly usage: Usage
  readonly price: Price | null
}

/** Returns the spend of a request. A cost reported by the provider overrides any price. */
export function spendOf({ price, usage }: PricedUsage): Spend {
  const { usd, ...tokens } = usage
  if (usd !== undefined) return { usage: tokens, usd, unpricedTokens: 0 }
  const { searches = 0 } = usage
  const unpriced = searches > 0 && price?.search === undefined && { unpricedSearches: searches }
  if (price === null) return { usage, usd: 0, unpricedTokens: totalOf(usage), ...unpriced }
  const usdOfSearches = searches * (price.search ?? 0)
  return { usage, usd: costOf(usage, price) + usdOfSearches, unpricedTokens: 0, ...unpriced }
}

export function totalSpend(usages: readonly PricedUsage[]): Spend {
  return usages.map(spendOf).reduce(addSpend, NO_SPEND)
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

/** The price of caching for an hour, as a multiple of the input price (platform.claude.com, pricing, taken 2026-11-23). */
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
