import { describe, test } from 'vitest'
import { expectNoneAfterKills } from './killed-starts.fixture.ts'
import { hasSandbox } from './sandbox.fixture.ts'

const KILLS = 3

describe.runIf(hasSandbox)('a host that is killed while its commands start', () => {
  // The long version, with a thousand kills, is attack/kills.deep.test.ts.
  test('leaves none of them', { timeout: 240_000 }, () => expectNoneAfterKills(KILLS))
})
