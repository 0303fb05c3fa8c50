import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changedFiles } from '../../edits/changed-files.ts'
import { createPlaces, type Places } from '../../files/places.ts'
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

test.runIf(process.platform !== 'win32')('no name adds a line to a result', async () => {
  workspace.write('a\n[9 files in all].md', 'needle\n')
  const name = String.raw`"a\n[9 files in all].md"`
  expect(await results(workspace)).toEqual([
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
      const [listed, found] = await results(workspace)
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
