import { expect, test } from 'vitest'
import type { Price } from '../../../shared/price.ts'
import { CLAUDE_MODELS } from '../system/known-models.ts'
import { limitsOf, listPriceOf } from './models.ts'

test.each([
  ['claude-sonnet-5-5', 1_000_000, 128_000],
  ['claude-haiku-4-5-20251001', 200_000, 64_000],
  ['claude-opus-4-1', 200_000, 32_000],
  ['claude-opus-4-6', 1_000_000, 128_000],
])('the limits of %s', (model, contextTokens, outputTokens) => {
  expect(limitsOf(model)).toEqual({ contextTokens, outputTokens })
})

test('T93 a name that nobody knows has the smallest limits', () => {
  expect(limitsOf('llama-at-home')).toEqual({ contextTokens: 200_000, outputTokens: 4_096 })
})

test('each model that Settings offers has limits of its own', () => {
  for (const model of CLAUDE_MODELS) {
    expect(limitsOf(model).outputTokens, model).toBeGreaterThan(32_000)
  }
})

function priceOf(model: string): Price | null {
  return listPriceOf({ endpoint: 'anthropic', model })
}

test('each model that Settings offers has its list price, but for those in no whole list', () => {
  const unpriced = CLAUDE_MODELS.filter((model) => priceOf(model) === null)
  expect(unpriced).toEqual(['claude-mythos-5-2', 'claude-mythos-preview'])
})

test('a cached token costs less to read than a new one, and more to write', () => {
  for (const model of CLAUDE_MODELS) {
    const price = priceOf(model)
    if (price === null) continue
    for (const { cacheRead, cacheWrite, input, output } of [price, price.long ?? price]) {
      expect(cacheRead, model).toBeLessThanOrEqual(input * 0.1 + 1e-9)
      expect(cacheWrite, model).toBeCloseTo(input * 1.25)
      expect(output, model).toBeCloseTo(input * 5)
    }
  }
})

test('a price is that of the model itself or of a dated edition, never of one that begins alike', () => {
  expect(priceOf('claude-haiku-4-5-20251001')).toEqual(priceOf('claude-haiku-4-5'))
  expect(priceOf('claude-haiku-4-5')).toMatchObject({ input: 1, output: 5, cacheRead: 0.1 })
  for (const model of ['claude-opus-5-9', 'claude-opus', 'llama-at-home', '']) {
    expect(priceOf(model), model).toBeNull()
  }
})

test('another endpoint has prices of its own, also for a model of the same name', () => {
  expect(listPriceOf({ endpoint: 'gateway', model: 'claude-haiku-4-5' })).toBeNull()
})
