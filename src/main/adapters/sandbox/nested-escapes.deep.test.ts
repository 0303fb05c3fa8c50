import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Supervisor } from '../processes/supervisor.ts'
import { NESTED, PREPARED, trialProgram } from './nested-escapes.fixture.ts'
import { Outside } from './outside.fixture.ts'
import { sandboxedSupervisor, Ground, hasSandbox, printedBy, runIn } from './sandbox.fixture.ts'

interface Trial {
  readonly outside: Outside
  readonly run: (script: string) => Promise<string>
  readonly leave: () => Promise<void>
}

async function tryWith(isAllowing: boolean, isOrdinary: boolean): Promise<Trial> {
  // An ordinary account cannot look into root's home.
  const ground = isOrdinary ? new Ground('/var/cache') : new Ground()
  const outside = new Outside(ground)
  await outside.prepare()
  const found = await ground.find(process.env, trialProgram(ground, { isAllowing, isOrdinary }))
  // If it is not, this shows why.
  expect(found).toEqual({ type: 'found', sandbox: expect.anything() })
  const supervisor: Supervisor = sandboxedSupervisor(ground.dataFolder, found)
  return {
    outside,
    run: async (script) => printedBy(await runIn(supervisor, ground, script, { limitMs: 8_000 })),
    async leave() {
      await supervisor.close()
      await outside[Symbol.asyncDispose]()
      ground[Symbol.dispose]()
    },
  }
}

const isLinux = process.platform === 'linux'
const accounts = [
  ['whoever runs the tests', false] as const,
  ...(process.getuid?.() === 0 ? [['an ordinary account', true] as const] : []),
]

describe.runIf(hasSandbox && isLinux).for(accounts)('%s', ([, isOrdinary]) => {
  describe('makes no namespace in the sandbox', () => {
    let trial: Trial
    beforeAll(async () => {
      trial = await tryWith(false, isOrdinary)
    })
    afterAll(() => trial.leave())

    test.for(NESTED.map((each) => [each.name, each] as const))('%s', async ([, escape]) => {
      trial.outside.prepareFolder()
      const printed = await trial.run(escape.script(trial.outside))
      expect(printed).not.toContain(PREPARED)
      expect(escape.isOut(trial.outside, printed), printed).toBe(false)
    })

    test('git, npm, python and node still work', async () => {
      const printed = await trial.run(
        'export PATH=/usr/bin:/bin HOME="$PWD"; mkdir r; cd r; git init -q . && git status --short && npm --version >/dev/null && python3 -c "import json" && node -e "console.log(6 * 7)"',
      )
      expect(printed).toBe('42\n')
    })
  })

  test.for(NESTED.map((each) => [each.name, each] as const))(
    'gets the rights where namespaces are allowed, so that the trial can fail: %s',
    async ([, escape]) => {
      const trial = await tryWith(true, isOrdinary)
      const printed = await trial.run(escape.script(trial.outside))
      expect(printed).toContain(PREPARED)
      expect(escape.isOut(trial.outside, printed), printed).toBe(escape.worksIfAllowed)
      await trial.leave()
    },
  )
})
