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
