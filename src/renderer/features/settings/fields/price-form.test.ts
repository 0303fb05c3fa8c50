import { expect, test } from 'vitest'
import { type PriceFields, priceFields, priceIn, wordsOfPrice } from './price-form.ts'

const EMPTY = priceFields(null)
const typed = (price: Partial<PriceFields>): PriceFields => ({ ...EMPTY, ...price })

test('a price is shown as it was typed, an empty one is unknown, and 0 is a price', () => {
  const price = { input: 0.1, output: 10_000, cacheRead: 0.000001, cacheWrite: null }
  expect(priceIn(priceFields(price), 'a')).toEqual({ ok: true, value: price })
  expect(priceIn(typed({ input: ' ' }), 'a')).toEqual({ ok: true, value: null })
  expect(priceIn(typed({ input: '0', output: ' 0 ' }), 'a')).toMatchObject({
    value: { input: 0, output: 0, cacheRead: null },
  })
})

test.each(['free', '-1', '1e3', '.5', '0x1', '0.0000001', '100000', 'Infinity'])(
  '%s is no price',
  (input) => expect(priceIn(typed({ input, output: '1' }), 'a')).toMatchObject({ ok: false }),
)

test('one line says what is known of the price', () => {
  expect(wordsOfPrice(EMPTY)).toBe('unknown')
  expect(wordsOfPrice(typed({ input: '0.15', output: '2' }))).toBe('$0.15 in, $2.00 out')
  expect(wordsOfPrice(typed({ input: '0', output: '0' }))).toBe('free')
  expect(wordsOfPrice(typed({ input: '1' }))).toBe('incomplete')
})
