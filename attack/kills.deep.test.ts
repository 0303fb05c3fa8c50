import { describe, expect, test } from 'vitest'
import { killWhileStarting } from '../src/main/adapters/sandbox/killed-starts.fixture.ts'
import { Ground, hasSandbox } from '../src/main/adapters/sandbox/sandbox.fixture.ts'

/** In `npm run attack`, and among all deep tests. */
const KILLS = process.env['npm_lifecycle_event'] === 'attack' ? 1_000 : 200

describe.runIf(hasSandbox)('a host killed while its commands start', () => {
  test(`leaves none of their processes, ${KILLS} times`, { timeout: 7_200_000 }, async () => {
    using ground = new Ground()
    for (let kill = 0; kill < KILLS; kill++) expect(await killWhileStarting(ground)).toBe(0)
  })
})
