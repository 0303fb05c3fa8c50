import { expect, test } from 'vitest'
import { Pieces } from './pieces.ts'

test('what waits is taken in its order, no more than wanted, and no character is parted', () => {
  const pieces = new Pieces()
  pieces.push('ab')
  pieces.push('c😀d')
  expect(pieces.length).toBe(6)
  expect(pieces.take(4)).toBe('abc😀')
  expect(pieces.length).toBe(1)
  pieces.push('e')
  expect(pieces.take(10)).toBe('de')
  expect(pieces.take(10)).toBe('')
  expect(pieces.length).toBe(0)
})
