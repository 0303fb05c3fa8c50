import { expect, test } from 'vitest'
import { quoteSafely } from './redact.ts'

test('a key is in no quote, however it comes there', () => {
  expect(quoteSafely('no test-key, no sk-0123456789', 'test-key')).toBe('no [secret], no [secret]')
})

test.each([null, '', 'k', 'ollama'])('a key that is a word (%j) spoils no others', (apiKey) => {
  const words = 'ollama keeps 9000 tokens'
  expect(quoteSafely(words, apiKey)).toBe(words)
})

test('a quote is one short line', () => {
  expect(quoteSafely(' one\n\u0000two ', null)).toBe('one two')
  expect(quoteSafely('ä'.repeat(200), null)).toBe(`${'ä'.repeat(150)}…`)
})
