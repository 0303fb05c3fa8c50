import { expect, test } from 'vitest'
import { countsIn } from './count-in-texts.ts'

const WHALE = { type: 'symbols', symbols: 'whale' } as const

test('a text that is not read to its end is not whole, even if it repeats itself', () => {
  const text = 'whale\n'.repeat(20_000)
  const texts = [{ role: 'output', callId: null, text }] as const
  expect(countsIn(texts, WHALE, () => true)).toMatchObject({ isWhole: false })
  expect(countsIn(texts, WHALE, () => false)).toMatchObject({ counts: [20_000], isWhole: true })
})
