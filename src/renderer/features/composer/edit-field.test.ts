import { expect, test } from 'vitest'
import { differenceOf } from './edit-field.ts'

test.each([
  ['see @ap now', 'see @src/app.ts  now', { from: 5, to: 7, text: 'src/app.ts ' }],
  ['', 'a', { from: 0, to: 0, text: 'a' }],
  ['aaa', 'aa', { from: 2, to: 3, text: '' }],
  ['same', 'same', { from: 4, to: 4, text: '' }],
  ['one', 'two', { from: 0, to: 3, text: 'two' }],
])('from %j to %j', (before, after, difference) => {
  const found = differenceOf(before, after)
  const { from, text, to } = found
  expect(before.slice(0, from) + text + before.slice(to)).toBe(after)
  if (before !== 'see @ap now') expect(found).toEqual(difference)
})
