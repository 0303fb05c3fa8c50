import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConversationId } from '../../../shared/ids.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { createSandbox } from './create-sandbox.ts'
import { prepareOwnFolders } from './own-folders.ts'
import { OPEN } from './sandbox.fixture.ts'
import { TestSockets } from './test-sockets.fixture.ts'

/** The places that are hidden from a command in a folder, where the sandbox replaces `temp`. */
async function hiddenFrom(folder: string, temp: string): Promise<readonly string[]> {
  using ground = temporaryFolder()
  const [home, dataFolder] = [join(ground.path, 'home'), join(ground.path, 'data')]
  for (const path of [home, dataFolder]) mkdirSync(path)
  const own = prepareOwnFolders(join(ground.path, 'cache'), dataFolder)
  let hidden: readonly string[] = []
  const program = {
    platform: process.platform,
    replaced: [temp],
    launch: (profile: { hidden: readonly { path: string }[] }) => {
      hidden = profile.hidden.map(({ path }) => path)
      return { file: 'true', args: [], environment: {}, waitsAtGate: false }
    },
  }
  const sandbox = createSandbox(program, { home, dataFolder, environment: {}, own })
  await sandbox.look()
  const conversationId = ConversationId.parse('one')
  const prepared = await sandbox.prepare({
    conversationId,
    folder,
    command: 'true',
    sandboxPolicy: OPEN,
  })
  if (prepared.ok) await prepared.value.release()
  return hidden
}

// Only Linux lists its sockets.
test.runIf(process.platform === 'linux')(
  'if the folder is itself a temp folder that the sandbox replaces, the sockets in it are hidden',
  async () => {
    using temp = temporaryFolder()
    await using sockets = new TestSockets()
    const [agent, project] = [join(temp.path, 'agent'), join(temp.path, 'project')]
    await sockets.open(agent, 1)
    await sockets.open(project, 1)
    const all = [join(agent, '0'), join(project, '0')]
    const seenFrom = async (folder: string): Promise<readonly string[]> => {
      const hidden = await hiddenFrom(folder, temp.path)
      return hidden.filter((path) => all.includes(path)).toSorted()
    }
    expect(await seenFrom(temp.path)).toEqual(all)
    // Those of a project in it belong to the project, and its neighbours are replaced as a whole.
    expect(await seenFrom(project)).toEqual([])
  },
)
