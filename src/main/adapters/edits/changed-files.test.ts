import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tooDeepFolders } from '../files/too-deep.fixture.ts'
import { UndoWorkspace } from './undo-workspace.fixture.ts'
import { workspaceForEachTest } from '../tools/workspace-for-each.fixture.ts'

let workspace: UndoWorkspace
workspaceForEachTest(
  () => new UndoWorkspace(),
  (made) => {
    workspace = made
  },
)

const EVER = [{ from: 0, to: Date.now() + 60_000 }]

test('changes in one of the time spans are named, except known ones, git’s own and ignored files', async () => {
  const known = workspace.write('known.ts', '')
  mkdirSync(join(workspace.folder, '.git'))
  for (const name of ['seen.ts', '.hidden', 'sub/deep.ts', 'ignored.log', '.git/HEAD'])
    workspace.write(name, '')
  workspace.write('.gitignore', '*.log\n')
  const changed = await workspace.edits.changedIn(workspace.folder, EVER, new Set([known]))
  expect(changed).toEqual({
    names: ['.gitignore', '.hidden', 'seen.ts', 'sub/deep.ts'],
    more: 0,
    gap: null,
  })
  const before = [{ from: 0, to: Date.now() - 60_000 }]
  expect((await workspace.edits.changedIn(workspace.folder, before, new Set())).names).toEqual([])
})

test('a file moved into place is named, although its content is old', async () => {
  const old = new Date(Date.now() - 1_000_000)
  const elsewhere = join(workspace.outside, 'old.ts')
  writeFileSync(elsewhere, '')
  utimesSync(elsewhere, old, old)
  const lately = [{ from: Date.now() - 60_000, to: Date.now() + 60_000 }]
  renameSync(elsewhere, join(workspace.folder, 'old.ts'))
  expect((await workspace.edits.changedIn(workspace.folder, lately, new Set())).names).toEqual([
    'old.ts',
  ])
})

test('with many files the first fifty are named and the others counted', async () => {
  for (let count = 100; count < 160; count++) workspace.write(`${count}.ts`, '')
  const { more, names } = await workspace.edits.changedIn(workspace.folder, EVER, new Set())
  expect([names.length, names[0], more]).toEqual([50, '100.ts', 10])
})

test('a missing folder is reported', async () => {
  const missing = await workspace.edits.changedIn(join(workspace.folder, 'gone'), EVER, new Set())
  expect(missing).toMatchObject({ names: [], gap: expect.stringContaining('cannot be used') })
})

test.runIf(process.platform === 'linux')(
  'a folder that cannot be read is not taken for one without changes',
  async () => {
    workspace.write('plain.md', '')
    using _ = tooDeepFolders(workspace.folder)
    const changed = await workspace.edits.changedIn(workspace.folder, EVER, new Set())
    const gap = 'Some of its folders cannot be read and were not searched.'
    expect(changed).toEqual({ names: ['plain.md'], more: 0, gap })
  },
)
