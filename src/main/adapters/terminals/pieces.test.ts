import { expect, test } from 'vitest'
import { Pieces } from './pieces.ts'

test('pieces are taken in order, no more than wanted, and no character is split', () => {
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
