import { ANTHROPIC_ENDPOINT, type NamedModel } from '../../../shared/model-name.ts'
import type { Price } from '../../../shared/price.ts'
import type { Provider } from '../../../shared/turn.ts'
import { type LimitRows, longestPrefix, smallestOf } from '../model-api/model-limits.ts'

type Limits = Provider['limits']

const MILLION: Limits = { contextTokens: 1_000_000, outputTokens: 128_000 }
const CLASSIC: Limits = { contextTokens: 200_000, outputTokens: 64_000 }

/** Tokens by the beginning of a model's name, as its maker's pages say. */
const LIMITS: LimitRows = [
  ['claude-fable-5', MILLION],
  ['claude-mythos', MILLION],
  ['claude-opus-5', MILLION],
  ['claude-sonnet-5', MILLION],
  ['claude-haiku-5', MILLION],
  ['claude-opus-4-8', MILLION],
  ['claude-opus-4-7', MILLION],
  ['claude-opus-4-6', MILLION],
  ['claude-sonnet-4-6', { contextTokens: 1_000_000, outputTokens: 64_000 }],
  ['claude-opus-4-5', CLASSIC],
  ['claude-sonnet-4', CLASSIC],
  ['claude-haiku-4', CLASSIC],
  ['claude-opus-4', { contextTokens: 200_000, outputTokens: 32_000 }],
  ['claude-3-7', CLASSIC],
  ['claude-3', { contextTokens: 200_000, outputTokens: 4_096 }],
]

const SMALLEST = smallestOf(LIMITS)

/** A name that we do not know is taken for the smallest: a reply that is cut goes on, a refused request does not. */
export function limitsOf(model: string): Limits {
  return longestPrefix(LIMITS, model) ?? SMALLEST
}

const OPUS = listed(5, 25, 6.25, 0.5)
const SONNET = listed(3, 15, 3.75, 0.3)

/**
 * List prices by a model's whole name: one that only begins alike may cost something else. Cache writes are those that
 * last for five minutes, as we ask for them. From platform.claude.com/docs/en/about-claude/pricing as of October 2026;
 * claude-fable-5-2 as its resellers repeat it of November 2026. Of claude-mythos-5-2 and claude-mythos-preview no whole
 * list was found.
 */
const PRICES: ReadonlyMap<string, Price> = new Map([
  ['claude-fable-5-2', listed(8, 40, 10, 0.2)],
  ['claude-fable-5-1', listed(10, 50, 12.5, 0.25)],
  ['claude-fable-5', listed(10, 50, 12.5, 1)],
  ['claude-mythos-5-1', listed(10, 50, 12.5, 0.25)],
  ['claude-mythos-5', listed(10, 50, 12.5, 1)],
  ['claude-opus-5-5', listed(4, 20, 5, 0.2)],
  ['claude-opus-5', OPUS],
  ['claude-opus-4-8', OPUS],
  ['claude-opus-4-7', OPUS],
  ['claude-opus-4-6', OPUS],
  ['claude-opus-4-5', OPUS],
  ['claude-sonnet-5-5', listed(2, 10, 2.5, 0.1)],
  ['claude-sonnet-5', listed(2, 10, 2.5, 0.2)],
  ['claude-sonnet-4-6', SONNET],
  ['claude-sonnet-4-5', SONNET],
  [
    'claude-haiku-5-5',
    {
      ...listed(0.1, 0.5, 0.125, 0.01),
      long: { above: 100_000, input: 0.5, output: 2.5, cacheWrite: 0.625, cacheRead: 0.05 },
    },
  ],
  ['claude-haiku-4-5', listed(1, 5, 1.25, 0.1)],
])

/**
 * Of the model or of a dated edition of it. Null: it is in no list that we know, or asked at another endpoint, whose price
 * is its own affair.
 */
export function listPriceOf({ endpoint, model }: NamedModel): Price | null {
  if (endpoint !== ANTHROPIC_ENDPOINT) return null
  return PRICES.get(model.replace(EDITION, '')) ?? null
}

const EDITION = /-\d{8}$/

function listed(input: number, output: number, cacheWrite: number, cacheRead: number): Price {
  return { input, output, cacheWrite, cacheRead, long: null }
}
