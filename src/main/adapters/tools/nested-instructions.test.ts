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

test('imports of a nested file are included, under their own name, once', async () => {
  workspace.write('a/AGENTS.md', 'Use tabs. @../docs/naming.md @../../outside.md')
  workspace.write('docs/naming.md', 'No semicolons. @more.md')
  workspace.write('docs/more.md', 'Short names. @naming.md')
  workspace.write('a/c.ts', 'one\n')
  workspace.write('a/d/e.ts', 'one\n')
  const { text } = await workspace.call('read_file', { path: 'a/c.ts' })
  const instructions = [
    ...text.matchAll(/work in the folder of (.+?)\. If[^]*?<instructions>\n(\w+ \w+)/g),
  ]
  expect(instructions.map(([, from, words]) => `${from}: ${words}`)).toEqual([
    'a/AGENTS.md, from docs/more.md: Short names',
    'a/AGENTS.md, from docs/naming.md: No semicolons',
    'a/AGENTS.md: Use tabs',
  ])
  workspace.write('docs/more.md', 'm'.repeat(40_000))
  const long = await workspace.call('read_file', { path: 'a/d/e.ts' })
  expect(long.text).toContain('docs/more.md continues: only its beginning is here.')
  expect(long.text.length).toBeLessThan(20_000)
})

test('reading or changing a file returns the instructions of the folders above it', async () => {
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

test('instructions that a person has not allowed are not returned', async () => {
  using closed = new Workspace({
    mayShow: (_folder, { text }) => !Buffer.from(text).includes('tabs'),
  })
  closed.write('a/AGENTS.md', 'Use tabs.\n')
  closed.write('a/b/AGENTS.md', 'Use spaces.\n')
  closed.write('a/b/c.ts', 'one\n')
  const { text } = await closed.call('read_file', { path: 'a/b/c.ts' })
  expect(text).toContain('Use spaces.')
  expect(text).not.toContain('Use tabs.')
})

test('reading a file returns the rules that are about it', async () => {
  workspace.write('.claude/rules/ts.md', '---\npaths: "*.ts"\n---\nNo any.')
  workspace.write('a/c.ts', 'one\n')
  workspace.write('a/c.js', 'one\n')
  expect((await workspace.call('read_file', { path: 'a/c.ts' })).text).toMatch(
    /Instructions for the files that \.claude\/rules\/ts\.md is about\.[^]*No any\.\n<\/instructions>$/,
  )
  expect((await workspace.call('read_file', { path: 'a/c.js' })).text).not.toContain('No any')
})
