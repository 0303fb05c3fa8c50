import { test } from 'vitest'
import { expectWholeFormats, throwAt } from './migrating.fixture.ts'

test('a migration that fails at any statement leaves a complete format, and the next start continues from there', () =>
  expectWholeFormats(12, throwAt))
