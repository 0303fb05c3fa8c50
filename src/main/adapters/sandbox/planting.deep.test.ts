import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConversationId } from '../../../shared/ids.ts'
import { start } from '../processes/supervisor-fixture.ts'
import { PLANTINGS, Project } from './planting.fixture.ts'
import {
  sandboxedSupervisor,
  Ground,
  hasSandbox,
  OPEN,
  printedBy,
  runIn,
} from './sandbox.fixture.ts'

/** How often git runs while something is planted in a loop. */
const LOOKS = 20

test.runIf(hasSandbox)(
  'a command cannot plant anything that git would run outside by leaving a process behind, 20 times',
  async () => {
    using ground = new Ground()
    const supervisor = sandboxedSupervisor(ground.dataFolder, await ground.find())
    const project = new Project(ground)
    const loop = 'while :; do echo ../evil > .git/commondir; done 2>/dev/null &'
    // The first process of the sandbox, whose end ends the others, gets the processor late because of its nice value.
    const script = `renice -n 19 -p 1; for i in {1..20}; do ${loop} done; sleep 0.03; [ -e .git/commondir ] && echo planted`
    for (let round = 0; round < 20; round++) {
      project.lay('repository')
      expect(printedBy(await runIn(supervisor, ground, script))).toContain('planted')
      expect(existsSync(join(ground.folder, '.git/commondir'))).toBe(false)
    }
    await supervisor.close()
  },
)

test.runIf(hasSandbox)(
  'anything that git would run outside cannot be planted while a job runs, in a loop, or by two',
  async () => {
    using ground = new Ground()
    const supervisor = sandboxedSupervisor(ground.dataFolder, await ground.find())
    const project = new Project(ground)
    project.lay('repository')
    const loop =
      'cp -r .git evil; set_in evil/config; echo ready; while :; do echo ../evil > .git/commondir; rm -f .git/commondir; done'
    const options = { folder: ground.folder, sandboxPolicy: OPEN }
    const one = start(supervisor, project.command(loop), options)
    await one.ready
    const conversationId = ConversationId.parse('other')
    const two = start(supervisor, project.command(loop), { ...options, conversationId })
    await two.ready
    for (let look = 0; look < LOOKS; look++) project.look()
    two.abort()
    await two.outcome
    for (let look = 0; look < LOOKS; look++) project.look()
    one.abort()
    await one.outcome
    project.look()
    expect(project.hasRun).toBe(false)
    expect(existsSync(join(ground.folder, '.git/commondir'))).toBe(false)
    await supervisor.close()
  },
)

test.runIf(hasSandbox).for(PLANTINGS.map((each) => [each.name, each] as const))(
  'without the sandbox, git runs what was planted: %s',
  ([, { in: kind, script }]) => {
    using ground = new Ground()
    const project = new Project(ground)
    project.lay(kind)
    execFileSync('bash', ['-c', project.command(script)], { cwd: ground.folder, stdio: 'pipe' })
    project.look()
    expect(project.hasRun).toBe(true)
  },
)
