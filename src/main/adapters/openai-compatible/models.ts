import {
  longestPrefix,
  smallestOf,
  type LimitRows,
  type ModelRows,
} from '../model-api/model-limits.ts'
import { ASSUMED_LEVELS, type EffortLevel } from '../../../shared/effort.ts'
import type { Provider } from '../../../shared/turn.ts'

/** Tokens by the beginning of a model's name, as its maker's pages say. */
const LIMITS: LimitRows = [
  ['gpt-5', { contextTokens: 400_000, outputTokens: 128_000 }],
  ['gpt-4.1', { contextTokens: 1_000_000, outputTokens: 32_768 }],
  ['gpt-4o', { contextTokens: 128_000, outputTokens: 16_384 }],
  ['gpt-4-turbo', { contextTokens: 128_000, outputTokens: 4_096 }],
  ['gpt-3.5-turbo', { contextTokens: 16_385, outputTokens: 4_096 }],
  ['o3', { contextTokens: 200_000, outputTokens: 100_000 }],
  ['o4-mini', { contextTokens: 200_000, outputTokens: 100_000 }],
  ['gpt-oss', { contextTokens: 131_072, outputTokens: 32_768 }],
  ['deepseek-chat', { contextTokens: 128_000, outputTokens: 8_192 }],
  ['deepseek-reasoner', { contextTokens: 128_000, outputTokens: 64_000 }],
]
const SMALLEST = smallestOf(LIMITS)

/** A name that we do not know is taken for the smallest; Settings hold what an endpoint says of its own models. */
export function limitsOf(model: string): Provider['limits'] {
  return longestPrefix(LIMITS, model) ?? SMALLEST
}

const UP_TO_HIGH: readonly EffortLevel[] = ['low', 'medium', 'high']

/** By the beginning of a model's name, as its maker's pages say. */
const LEVELS: ModelRows<readonly EffortLevel[]> = [
  ['gpt-5', UP_TO_HIGH],
  ['gpt-5-pro', ['high']],
  ['gpt-5.', ['none', ...UP_TO_HIGH, 'xhigh']],
  ['gpt-5.1', ['none', ...UP_TO_HIGH]],
  ['gpt-4', []],
  ['gpt-3.5', []],
  ['o3', UP_TO_HIGH],
  ['o4-mini', UP_TO_HIGH],
  ['gpt-oss', UP_TO_HIGH],
  ['deepseek-chat', []],
  ['deepseek-reasoner', []],
]

/** What a model of this name can be told of how hard it is to think. */
export function levelsOf(model: string): readonly EffortLevel[] {
  return longestPrefix(LEVELS, model) ?? ASSUMED_LEVELS
}

/** Those of OpenAI that reason take no `max_tokens`: what they may think counts as well, and has a name of its own. */
export function countsThinking(model: string): boolean {
  return /^(?:gpt-5|o\d)/.test(model)
}
