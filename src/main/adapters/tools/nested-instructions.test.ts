import { afterEach, beforeEach, expect, test } from 'vitest'
import { Workspace } from './calling.fixture.ts'
import { changing, edit } from './changing.fixture.ts'

let workspace: Workspace
beforeEach(() => {
  workspace = new Workspace()
})
afterEach(() => {
  workspace[Symbol.dispose]()
})

const WORDS =
  /Instructions for your work in the folder of a\/AGENTS\.md\.[^]*<instructions>\nUse tabs\.\n<\/instructions>$/

test('reading or changing a file tells the instructions of the folders above it', async () => {
  workspace.write('AGENTS.md', 'The folder’s own.')
  workspace.write('a/AGENTS.md', 'Use tabs.\n')
  workspace.write('a/b/c.ts', 'one\n')
  expect((await workspace.call('read_file', { path: 'a/b/c.ts' })).text).toMatch(WORDS)
  const changed = await workspace.call(...changing(edit('a/b/c.ts', 'one', 'two')))
  expect(changed.text).toMatch(WORDS)
  workspace.write('x.ts', 'one\n')
  expect((await workspace.call('read_file', { path: 'x.ts' })).text).not.toContain('instructions')
  expect((await workspace.call('read_file', { path: 'a/b/none.ts' })).text).not.toContain(
    'instructions',
  )
})
