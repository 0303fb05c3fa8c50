import { describe, expect, onTestFinished, test } from 'vitest'
import { CASES, escapeGround } from './escape-ground.fixture.ts'
import { NETWORK } from './escapes.fixture.ts'
import { hasSandbox } from './sandbox.fixture.ts'

const ALL = [...CASES, ...NETWORK.map((each) => ['network', each.name, each] as const)]

describe.runIf(hasSandbox)('what escapes.test.ts tries', () => {
  test.for(ALL.filter(([, , { isPlain }]) => isPlain))(
    'is a way out without a sandbox, %s: %s',
    async ([, , escape]) => {
      const { leave, outside, run } = await escapeGround({ isSandboxed: false })
      onTestFinished(leave)
      const printed = await run(escape.script(outside), { sandboxPolicy: null })
      expect(escape.isOut(outside, printed), printed).toBe(true)
    },
  )
})
