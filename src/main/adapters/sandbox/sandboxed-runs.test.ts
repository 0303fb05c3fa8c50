import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NEVER } from '../system/within.ts'
import { start } from '../processes/supervisor-fixture.ts'
import {
  Ground,
  hasSandbox,
  OPEN,
  runIn,
  printedBy,
  sandboxedSupervisor,
} from './sandbox.fixture.ts'

test.runIf(hasSandbox)(
  'whether a process was in a sandbox is known while one is, after one was, and not of others',
  async () => {
    using ground = new Ground()
    const supervisor = sandboxedSupervisor(ground.dataFolder, await ground.find())
    const { sandboxedRuns } = supervisor
    try {
      const beforeAny = sandboxedRuns.watch()
      await runIn(supervisor, ground, 'true', { sandboxPolicy: null })
      expect(beforeAny()).toBe(true)
      const running = start(supervisor, 'echo ready; sleep 60', {
        folder: ground.folder,
        sandboxPolicy: OPEN,
      })
      await running.ready
      const whileItRuns = sandboxedRuns.watch()
      running.abort()
      await running.outcome
      await sandboxedRuns.settled(NEVER)
      expect([beforeAny(), whileItRuns(), sandboxedRuns.watch()()]).toEqual([false, false, true])
    } finally {
      await supervisor.close()
    }
  },
)

test.runIf(hasSandbox)('commands run on after a person has emptied their caches', async () => {
  using ground = new Ground()
  const supervisor = sandboxedSupervisor(ground.dataFolder, await ground.find())
  try {
    ground.write('.netrc', 'secret')
    expect(printedBy(await runIn(supervisor, ground, 'echo one'))).toBe('one\n')
    rmSync(join(ground.root, 'cache'), { recursive: true })
    expect(printedBy(await runIn(supervisor, ground, `cat ${ground.home}/.netrc; echo two`))).toBe(
      'two\n',
    )
  } finally {
    await supervisor.close()
  }
})
