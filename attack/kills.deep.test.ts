import { describe, test } from 'vitest'
import { expectNoneAfterKills } from '../src/main/adapters/sandbox/killed-starts.fixture.ts'
import { hasSandbox } from '../src/main/adapters/sandbox/sandbox.fixture.ts'

/** In `npm run attack`, and among all deep tests. */
const KILLS = process.env['npm_lifecycle_event'] === 'attack' ? 1_000 : 200

describe.runIf(hasSandbox)('a host killed while its commands start', () => {
  test(`leaves none of their processes, ${KILLS} times`, { timeout: 7_200_000 }, () =>
    expectNoneAfterKills(KILLS),
  )
})
