import { expect, test } from 'vitest'
import { fenced } from './fenced.ts'

test('a fence is longer than any in the text', () => {
  expect(fenced('a ```` b\n')).toBe('`````\na ```` b\n`````')
})
