import { test } from 'vitest'
import { expectNothingLeft } from './nothing-piles-up.fixture.ts'
import { hasProc } from './supervisor-fixture.ts'

test.runIf(hasProc)('row 22: 500 runs leave no zombie, no process and no open file', () =>
  expectNothingLeft(500),
)
