import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tooDeepFolders } from '../../files/too-deep.fixture.ts'
import { changedFiles } from '../../edits/changed-files.ts'
import { createPlaces, type Places } from '../../files/places.ts'
import { Workspace } from '../calling.fixture.ts'
import { workspaceForEachTest } from '../workspace-for-each.fixture.ts'

let workspace: Workspace
workspaceForEachTest(
  () => new Workspace(),
  (made) => {
    workspace = made
  },
)

/** What each tool says of all files, and of those with “needle” in them. */
async function results(): Promise<readonly string[]> {
  const answers = [
    await workspace.call('list_files', {}),
    await workspace.call('glob', { pattern: '*.md' }),
    await workspace.call('grep', { pattern: 'needle' }),
    await workspace.call('grep', { pattern: 'needle', output_mode: 'count' }),
    await workspace.call('grep', { pattern: 'nothing' }),
  ]
  return answers.map(({ text }) => text)
}

test.runIf(process.platform === 'linux')(
  'files whose names are not UTF-8 are counted',
  async () => {
    workspace.write('plain.md', 'needle\n')
    const name = Buffer.from('/caf\u00E9.md', 'latin1')
    writeFileSync(Buffer.concat([Buffer.from(workspace.folder), name]), 'needle\n')
    const leftOut = 'left out: 1 file that only bash can name'
    expect(await results()).toEqual([
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
    const said = await results()
    expect(said).toEqual([
      'plain.md\n[1 file in all; left out: what cannot be read]',
      'plain.md\n[1 file matches; left out: what cannot be read]',
      'plain.md\n  1: needle\n[1 matching line in 1 file; left out: what cannot be read]',
      'plain.md: 1\n[1 file with matches; left out: what cannot be read]',
      '[no matches in the folder; files that git ignores were not searched; left out: what cannot be read]',
    ])
  },
)

test.runIf(process.platform !== 'win32')('no name adds a line to a result', async () => {
  workspace.write('a\n[9 files in all].md', 'needle\n')
  const name = String.raw`"a\n[9 files in all].md"`
  expect(await results()).toEqual([
    `${name}\n[1 file in all]`,
    `${name}\n[1 file matches]`,
    `${name}\n  1: needle\n[1 matching line in 1 file]`,
    `${name}: 1\n[1 file with matches]`,
    '[no matches in the folder; files that git ignores were not searched]',
  ])
})

// Root may look at everything, so the test could not fail.
if (process.getuid?.() !== 0) {
  test.runIf(process.platform !== 'win32')(
    'files whose names can be read, but which cannot be looked at, are said to be left out',
    async () => {
      workspace.write('plain.md', 'needle\n')
      workspace.write('sub/closed.md', 'needle\n')
      const sub = join(workspace.folder, 'sub')
      chmodSync(sub, 0o400)
      const [listed, found] = await results()
      const changed = [{ from: 0, to: Date.now() + 60_000 }]
      const { gap } = await changedFiles(workspace.folder, changed, new Set(), places(workspace))
      chmodSync(sub, 0o700)
      expect(listed).toBe('plain.md\n[2 files in all; left out: what cannot be read]')
      expect(found).toBe('plain.md\n[2 files match; left out: what cannot be read]')
      expect(gap).toBe('Some of its folders cannot be read and were not searched.')
    },
  )
}

function places({ dataFolder, home }: Workspace): Places {
  return createPlaces({ dataFolder, home, holdsOutput: () => false })
}
