import { test } from 'vitest'
import { expectWholeFormats, throwAt } from './migrating.fixture.ts'

test('a migration that fails at any statement leaves a whole format, and the next start goes on from there', () =>
  expectWholeFormats(12, throwAt))
