import { expect, test } from 'vitest'
import { pastedText } from './terminal-paste.ts'

test('a pasted text cannot end its paste, or press keys', () => {
  expect(pastedText('a\u001B[201~\rrm x\n\u0003\u0004\u007F\u0000\u009B201~')).toBe(
    'a␛[201~\rrm x\n␃␄␡␀�201~',
  )
})

test('other texts are pasted as they are', () => {
  const text = '\tif x:\r\n\tprint("ä → 😀")\n'
  expect(pastedText(text)).toBe(text)
})
