import { describe, expect, test } from 'vitest'
import { killWhileStarting } from '../src/main/adapters/sandbox/killed-starts.fixture.ts'
import { Ground, hasSandbox } from '../src/main/adapters/sandbox/sandbox.fixture.ts'

const KILLS = 1_000

describe.runIf(hasSandbox)('a host that is killed while its sandboxed commands start', () => {
  test(`leaves none of them, ${KILLS} times`, { timeout: 7_200_000 }, async () => {
    using ground = new Ground()
    for (let kill = 0; kill < KILLS; kill++) expect(await killWhileStarting(ground)).toBe(0)
  })
})
