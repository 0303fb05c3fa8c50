import { test } from 'vitest'
import { expectRunAsRead } from './rule-words.fixture.ts'

test('a command allowed by a prefix runs in bash as its words, split at spaces, and as nothing else', () => {
  expectRunAsRead(60)
})
