import { describe, expect, test } from 'vitest'
import { killWhileStarting } from './killed-starts.fixture.ts'
import { Ground, hasSandbox } from './sandbox.fixture.ts'

const KILLS = 3

describe.runIf(hasSandbox)('a host that is killed while its commands start', () => {
  // The long version, with a thousand kills, is attack/kills.deep.test.ts.
  test('leaves none of them', { timeout: 240_000 }, async () => {
    using ground = new Ground()
    for (let kill = 0; kill < KILLS; kill++) expect(await killWhileStarting(ground)).toBe(0)
  })
})
