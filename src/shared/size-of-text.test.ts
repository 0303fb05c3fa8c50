import { expect, test } from 'vitest'
import { sizeOfText } from './size-of-text.ts'

const KB = 1_024

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1.0 KB'],
  [9.94 * KB, '9.9 KB'],
  [9.96 * KB, '10 KB'],
  [999 * KB, '999 KB'],
  [999.6 * KB, '1.0 MB'],
  [999.6 * KB * KB, '1.0 GB'],
])('%d bytes are %s', (bytes, words) => {
  expect(sizeOfText(bytes)).toBe(words)
})
