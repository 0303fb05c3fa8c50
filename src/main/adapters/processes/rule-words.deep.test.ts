import { test } from 'vitest'
import { expectRunAsRead } from './rule-words.fixture.ts'

test('of 1,000 commands those allowed by a prefix run in bash as their words, and as nothing else', () => {
  expectRunAsRead(1_000)
})
