import { expect, test } from 'vitest'
import { NO_USAGE, Usage } from './usage.ts'
import { addSpend, NO_SPEND, OwnPrice, type Price, priceOf, spendOf, totalSpend } from './price.ts'

const PRICE: Price = { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.1, long: null }
const USAGE: Usage = {
  inputTokens: 1_000_000,
  outputTokens: 100_000,
  cacheReadTokens: 10_000_000,
  cacheWriteTokens: 2_000_000,
}

test('each kind of token has its own price, per million', () => {
  expect(spendOf({ usage: USAGE, price: PRICE })).toEqual({
    usage: USAGE,
    usd: 2 + 1 + 1 + 5,
    unpricedTokens: 0,
  })
  for (const [kind, usd] of [
    ['inputTokens', 2],
    ['outputTokens', 10],
    ['cacheReadTokens', 0.1],
    ['cacheWriteTokens', 2.5],
  ] as const) {
    const usage = { ...NO_USAGE, [kind]: 1_000_000 }
    expect(spendOf({ usage, price: PRICE }).usd, kind).toBeCloseTo(usd)
  }
})

test('tokens cached for an hour cost twice the input price, other cached ones as usual', () => {
  const usage = { ...NO_USAGE, cacheWriteTokens: 1_000_000, cacheWriteHourTokens: 400_000 }
  expect(spendOf({ usage, price: PRICE }).usd).toBeCloseTo(0.6 * 2.5 + 0.4 * 2 * 2)
})

test('usage with an unknown price is counted in tokens, and is not 0 dollars', () => {
  expect(spendOf({ usage: USAGE, price: null })).toEqual({
    usage: USAGE,
    usd: 0,
    unpricedTokens: 13_100_000,
  })
})

test('a long request pays its own price for every token, from the first one above the limit', () => {
  const long = { above: 100_000, input: 20, output: 100, cacheWrite: 25, cacheRead: 1 }
  const price = { ...PRICE, long }
  const sent = { inputTokens: 10_000, cacheReadTokens: 60_000, cacheWriteTokens: 30_000 }
  const bound = { ...sent, outputTokens: 50_000 }
  const short = spendOf({ usage: bound, price }).usd
  expect(short).toBeCloseTo(0.02 + 0.006 + 0.075 + 0.5)
  const above = { ...bound, inputTokens: 10_001 }
  expect(spendOf({ usage: above, price }).usd).toBeCloseTo(short * 10, 3)
  // What comes back does not make a request long.
  expect(spendOf({ usage: { ...bound, outputTokens: 500_000 }, price }).usd).toBeCloseTo(
    short + 4.5,
  )
})

test('a price from Settings is used as it is; without a cache price, a cached token costs as much as an input token', () => {
  const own = { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 }
  expect(priceOf(own)).toEqual(PRICE)
  expect(priceOf({ ...own, cacheRead: 0 })).toEqual({ ...PRICE, cacheRead: 0 })
  const silent = priceOf({ ...own, cacheRead: null, cacheWrite: null })
  expect(silent).toEqual({ ...PRICE, cacheRead: 2, cacheWrite: 2 })
  const free = priceOf({ input: 0, output: 0, cacheRead: null, cacheWrite: null })
  expect(spendOf({ usage: USAGE, price: free })).toMatchObject({ usd: 0, unpricedTokens: 0 })
  for (const input of [-1, 10_001, Infinity, NaN]) {
    expect(OwnPrice.safeParse({ ...own, input }).success, String(input)).toBe(false)
  }
})

test('sums keep dollars, tokens and unpriced usage apart', () => {
  const priced = spendOf({ usage: USAGE, price: PRICE })
  const unpriced = spendOf({ usage: { ...NO_USAGE, outputTokens: 7 }, price: null })
  expect(addSpend(priced, NO_SPEND)).toEqual(priced)
  expect(totalSpend([])).toEqual(NO_SPEND)
  const both = [
    { usage: USAGE, price: PRICE },
    { usage: { ...NO_USAGE, outputTokens: 7 }, price: null },
  ]
  expect(totalSpend(both)).toEqual(addSpend(priced, unpriced))
  expect(addSpend(priced, unpriced)).toEqual({
    usage: { ...USAGE, outputTokens: 100_007 },
    usd: 9,
    unpricedTokens: 7,
  })
})

test('a cost reported by the provider precedes any price, and counts no tokens', () => {
  const usage = { ...NO_USAGE, inputTokens: 1_000_000, usd: 0.25 }
  const price = { input: 9, output: 9, cacheRead: 9, cacheWrite: 9, long: null }
  const spent = { usage: { ...NO_USAGE, inputTokens: 1_000_000 }, usd: 0.25, unpricedTokens: 0 }
  expect(spendOf({ usage, price })).toEqual(spent)
  expect(spendOf({ usage, price: null })).toEqual(spent)
  expect(
    totalSpend([
      { usage, price },
      { usage: { ...NO_USAGE, outputTokens: 5 }, price: null },
    ]),
  ).toEqual({
    usage: { ...NO_USAGE, inputTokens: 1_000_000, outputTokens: 5 },
    usd: 0.25,
    unpricedTokens: 5,
  })
  expect(Usage.parse(usage)).toEqual(usage)
})

test('a search costs extra; without a price it is counted, and is not 0 dollars', () => {
  const usage = { ...NO_USAGE, searches: 3 }
  const priced = spendOf({ usage, price: { ...PRICE, search: 0.01 } })
  expect(priced).toEqual({ usage, usd: 0.03, unpricedTokens: 0 })
  const unpriced = spendOf({ usage, price: PRICE })
  expect(unpriced).toEqual({ usage, usd: 0, unpricedTokens: 0, unpricedSearches: 3 })
  expect(addSpend(priced, unpriced)).toMatchObject({ usage: { searches: 6 }, unpricedSearches: 3 })
  expect(addSpend(NO_SPEND, NO_SPEND)).toEqual(NO_SPEND)
  expect(Usage.parse(usage)).toEqual(usage)
})
