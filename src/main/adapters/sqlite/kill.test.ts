import { test } from 'vitest'
import { expectNothingLost } from './kill.fixture.ts'

test('no acknowledged message is lost when the writing process is killed', () =>
  expectNothingLost({ kills: 2, messages: 10 }))
