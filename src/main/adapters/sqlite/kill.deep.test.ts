import { test } from 'vitest'
import { expectNothingLost } from './kill.fixture.ts'

test('row 8: of 20,000 acknowledged messages none is lost in 300 kills of the writing process', () =>
  expectNothingLost({ kills: 300, messages: 20_000 }))
