import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tooDeepFolders } from '../../files/too-deep.fixture.ts'
import { Workspace } from '../calling.fixture.ts'
import { workspaceForEachTest } from '../workspace-for-each.fixture.ts'
import { results } from './left-out.fixture.ts'

let workspace: Workspace

workspaceForEachTest(
  () => new Workspace(),
  (made) => {
    workspace = made
  },
)

test.runIf(process.platform === 'linux')(
  'files whose names are not UTF-8 are counted',
  async () => {
    workspace.write('plain.md', 'needle\n')
    const name = Buffer.from('/caf\u00E9.md', 'latin1')
    writeFileSync(Buffer.concat([Buffer.from(workspace.folder), name]), 'needle\n')
    const leftOut = 'left out: 1 file that only bash can name'
    expect(await results(workspace)).toEqual([
      `plain.md\n[1 file in all; ${leftOut}]`,
      `plain.md\n[1 file matches; ${leftOut}]`,
      `plain.md\n  1: needle\n[1 matching line in 1 file; ${leftOut}]`,
      `plain.md: 1\n[1 file with matches; ${leftOut}]`,
      '[no matches in the folder; files that git ignores were not searched]',
    ])
  },
)

test.runIf(process.platform === 'linux')(
  'a result says that something cannot be read',
  async () => {
    workspace.write('plain.md', 'needle\n')
    using _ = tooDeepFolders(workspace.folder)
    const said = await results(workspace)
    expect(said).toEqual([
      'plain.md\n[1 file in all; left out: what cannot be read]',
      'plain.md\n[1 file matches; left out: what cannot be read]',
      'plain.md\n  1: needle\n[1 matching line in 1 file; left out: what cannot be read]',
      'plain.md: 1\n[1 file with matches; left out: what cannot be read]',
      '[no matches in the folder; files that git ignores were not searched; left out: what cannot be read]',
    ])
  },
)
