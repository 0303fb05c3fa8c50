import { expect, test } from 'vitest'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import { NO_SPEND, type Spend } from '../../../shared/models/price.ts'
import { exactCostOf, costOf, noteOnSpend, wordsOfSpend, wordsOfTurn } from './spend-words.ts'

function spent(tokens: number, usd: number, unpricedTokens = 0): Spend {
  return { usage: { ...NO_USAGE, inputTokens: tokens }, usd, unpricedTokens }
}

test('tokens are shown with their cost', () => {
  expect(wordsOfSpend(spent(12_345, 0.084))).toBe('12,345 tokens · $0.084')
  expect(wordsOfSpend(spent(1, 0))).toBe('1 token · $0.00')
})

test('a turn says what its sub-agents took of it', () => {
  const total = spent(12_345, 0.084)
  expect(wordsOfTurn({ total, subAgents: NO_SPEND })).toBe('12,345 tokens · $0.084')
  expect(wordsOfTurn({ total, subAgents: spent(1_200, 0.01) })).toBe(
    '12,345 tokens · $0.084 · including 1,200 tokens by sub-agents',
  )
})

test('with an unknown price only the tokens are shown, never 0 dollars', () => {
  expect(wordsOfSpend(spent(12_345, 0, 12_345))).toBe('12,345 tokens')
  expect(costOf(spent(12_345, 0, 12_345))).toBeNull()
})

test('if some of it has no price, the cost is a minimum', () => {
  expect(wordsOfSpend(spent(12_345, 1.5, 345))).toBe('12,345 tokens · at least $1.50')
})

test('the figures of a conversation are explained, including what has no price', () => {
  const own = spent(12_345, 1.5)
  expect(noteOnSpend({ own, subAgents: NO_SPEND })).toContain('each at its price on that day')
  const unpriced = noteOnSpend({ own, subAgents: spent(4_000, 0, 4_000) })
  expect(unpriced).toContain('The price of 4,000 tokens is unknown.')
})

test('nothing costs nothing', () => {
  expect(wordsOfSpend(NO_SPEND)).toBe('0 tokens · $0.00')
})

test.each([
  [1234.567, '$1,234.57'],
  [1.2345, '$1.23'],
  [0.1, '$0.10'],
  [0.0999, '$0.10'],
  [0.0949, '$0.095'],
  [0.04, '$0.04'],
  [0.0123, '$0.012'],
  [0.01, '$0.01'],
  [0.0099, 'under $0.01'],
  [0.00001, 'under $0.01'],
])('%d dollars are %s', (usd, words) => {
  expect(costOf(spent(9, usd))).toBe(words)
})

test('searches are a count, and without a price the cost is a minimum', () => {
  const { usage, ...rest } = spent(12_345, 1.5)
  const searched = { ...rest, usage: { ...usage, searches: 2 } }
  expect(wordsOfSpend(searched)).toBe('12,345 tokens · 2 web searches · $1.50')
  const unpriced = { ...searched, unpricedSearches: 2 }
  expect(wordsOfSpend(unpriced)).toBe('12,345 tokens · 2 web searches · at least $1.50')
  const note = noteOnSpend({ own: { ...unpriced, unpricedTokens: 1_000 }, subAgents: NO_SPEND })
  expect(note).toContain('The price of 1,000 tokens and 2 web searches is unknown.')
})

test('the exact cost is in dollars, as far as it is known', () => {
  expect(exactCostOf(spent(1, 0.012345))).toBe('$0.012345')
  expect(exactCostOf(spent(1, 1.5))).toBe('$1.50')
  expect(exactCostOf(spent(12_345, 0.0001, 345))).toBe('at least $0.0001')
  expect(exactCostOf(spent(345, 0, 345))).toBeNull()
})
