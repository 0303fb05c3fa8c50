import { expect, test } from 'vitest'
import { trimEndOf } from './trim-end.ts'

test('only the end loses these characters', () => {
  expect(trimEndOf('\n\na\nb\n\n', '\n')).toBe('\n\na\nb')
  expect(trimEndOf('a.]=].', '.]=')).toBe('a')
  expect(trimEndOf('…', '…')).toBe('')
  expect(trimEndOf('', '\n')).toBe('')
})
