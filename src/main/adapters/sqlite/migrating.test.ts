import { test } from 'vitest'
import { byTier } from '../../../shared/testing/by-tier.ts'
import { expectWholeFormats, throwAt } from './migrating.fixture.ts'

test('a migration that fails at any statement leaves a complete format, and the next start continues from there', () =>
  expectWholeFormats(byTier(18, 12), throwAt))
