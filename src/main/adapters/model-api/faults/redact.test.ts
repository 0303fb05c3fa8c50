import { expect, test } from 'vitest'
import { quoteSafely } from './redact.ts'

test('a quote never contains a secret, whatever its source', () => {
  const words = 'no test-key, no test-header, no sk-0123456789'
  const quote = 'no [secret], no [secret], no [secret]'
  expect(quoteSafely(words, ['test-key', 'test-header'])).toBe(quote)
})

test.each(['', 'k', 'ollama'])(
  'a key that is a common word (%j) is not redacted in other words',
  (key) => {
    const words = 'ollama keeps 9000 tokens'
    expect(quoteSafely(words, [key])).toBe(words)
  },
)

test('a quote is one short line', () => {
  expect(quoteSafely(' one\n\u0000two ', [])).toBe('one two')
  expect(quoteSafely('ä'.repeat(200), [])).toBe(`${'ä'.repeat(150)}…`)
})
