import { expect, test } from 'vitest'
import { limitsFrom, narrowedBy } from './provider-limits.ts'

const NOTHING = { contextTokens: null, outputTokens: null }
const USUAL = { contextTokens: 200_000, outputTokens: 64_000 }

test.each([
  ['nobody says more', NOTHING, null, USUAL],
  [
    'a person says both',
    { contextTokens: 50_000, outputTokens: 9_000 },
    null,
    { contextTokens: 50_000, outputTokens: 9_000 },
  ],
  ['a server says more than is usual', NOTHING, 900_000, { ...USUAL, contextTokens: 900_000 }],
  [
    'a server says more than a person',
    { ...NOTHING, contextTokens: 300_000 },
    900_000,
    { ...USUAL, contextTokens: 300_000 },
  ],
  [
    'a server says less than a person',
    { ...NOTHING, contextTokens: 300_000 },
    150_000,
    { ...USUAL, contextTokens: 150_000 },
  ],
  [
    'half of the context is less than a reply',
    NOTHING,
    8_001,
    { contextTokens: 8_001, outputTokens: 4_000 },
  ],
  ['the context is one token', NOTHING, 1, { contextTokens: 1, outputTokens: 1 }],
])('limits of a model: %s', (_case, own, learntContext, expected) => {
  expect(limitsFrom({ usual: USUAL, own, learntContext })).toEqual(expected)
})

test('no reply asks for more than 128,000 tokens unless a person sets it', () => {
  const usual = { contextTokens: 1_000_000, outputTokens: 500_000 }
  const limits = { usual, own: NOTHING, learntContext: null }
  expect(limitsFrom(limits).outputTokens).toBe(128_000)
  const own = { ...NOTHING, outputTokens: 200_000 }
  expect(limitsFrom({ ...limits, own }).outputTokens).toBe(200_000)
})

test('limits chosen earlier can only go down', () => {
  expect(narrowedBy(USUAL, null)).toEqual(USUAL)
  expect(narrowedBy(USUAL, 900_000)).toEqual(USUAL)
  expect(narrowedBy(USUAL, 20_000)).toEqual({ contextTokens: 20_000, outputTokens: 10_000 })
})
