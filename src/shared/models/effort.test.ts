import { expect, test } from 'vitest'
import { type EffortLevel, effortWithin } from './effort.ts'

const UP_TO_HIGH: readonly EffortLevel[] = ['low', 'medium', 'high']

test.each([
  ['what it takes', UP_TO_HIGH, 'medium', 'medium'],
  ['what is below where it takes less', UP_TO_HIGH, 'max', 'high'],
  ['what is below in a gap', ['low', 'max'], 'xhigh', 'low'],
  ['its lowest where all is above', ['medium', 'high'], 'low', 'medium'],
  ['nothing where it cannot do without thinking', UP_TO_HIGH, 'none', 'auto'],
  ['none where it can', ['none', ...UP_TO_HIGH], 'none', 'none'],
  ['its only one', ['high'], 'low', 'high'],
  ['nothing where it takes nothing', [], 'high', 'auto'],
  ['nothing where nothing is wanted', UP_TO_HIGH, 'auto', 'auto'],
] as const)('a model is asked with %s', (_, levels, wanted, asked) => {
  expect(effortWithin(levels, wanted)).toBe(asked)
})
