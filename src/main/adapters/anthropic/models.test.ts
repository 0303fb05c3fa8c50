import { expect, test } from 'vitest'
import { CLAUDE_MODELS } from '../system/known-models.ts'
import { limitsOf } from './models.ts'

test.each([
  ['claude-sonnet-5-5', 1_000_000, 128_000],
  ['claude-haiku-4-5-20251001', 200_000, 64_000],
  ['claude-opus-4-1', 200_000, 32_000],
  ['claude-opus-4-6', 1_000_000, 128_000],
])('the limits of %s', (model, contextTokens, outputTokens) => {
  expect(limitsOf(model)).toEqual({ contextTokens, outputTokens })
})

test('a name that nobody knows has the smallest limits', () => {
  expect(limitsOf('llama-at-home')).toEqual({ contextTokens: 200_000, outputTokens: 4_096 })
})

test('each model that Settings offers has limits of its own', () => {
  for (const model of CLAUDE_MODELS) {
    expect(limitsOf(model).outputTokens, model).toBeGreaterThan(32_000)
  }
})
