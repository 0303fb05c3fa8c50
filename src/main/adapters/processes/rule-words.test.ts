import { test } from 'vitest'
import { expectRunAsRead } from './rule-words.fixture.ts'

test('what a prefix allows is run by bash as its words, split at the spaces, and as nothing else', () => {
  expectRunAsRead(60)
})
