import { expect, test } from 'vitest'
import { shapes } from '../processes/tree/tree-shapes.fixture.ts'
import { killSandboxingHost } from './sandboxing-host.fixture.ts'
import { Ground, hasSandbox } from './sandbox.fixture.ts'

test.runIf(hasSandbox).for(shapes)(
  'row 23, in the sandbox: of a host that was killed nothing is alive after 300 ms: %s',
  async ([, least, script]) => {
    using ground = new Ground()
    expect(await killSandboxingHost(ground, script, least)).toBeLessThan(300)
  },
)
