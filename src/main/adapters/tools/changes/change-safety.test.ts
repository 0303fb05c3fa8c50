import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConversationId } from '../../../../shared/ids.ts'
import { Workspace } from '../calling.fixture.ts'
import { changing, edit } from '../changing.fixture.ts'
import { workspaceForEachTest, isPosix } from '../workspace-for-each.fixture.ts'

let workspace: Workspace

workspaceForEachTest(
  () => new Workspace(),
  (made) => {
    workspace = made
  },
)

test('a file that others change between the check and the run is not touched', async () => {
  workspace.write('a.ts', 'one\nold\n')
  const facts = await workspace.inspect(...changing(edit('a.ts', 'old', 'new')))
  const making = await workspace.inspect(...changing({ type: 'create', path: 'b', text: 'x' }))
  workspace.write('a.ts', 'ONE\nold\n')
  workspace.write('b', 'theirs')
  expect((await workspace.run(facts, { isApproved: true })).text).toMatch(
    /a.ts has changed since.*Read it again/,
  )
  expect((await workspace.run(making)).text).toContain('b already exists')
  expect([workspace.text('a.ts'), workspace.text('b')]).toEqual(['ONE\nold\n', 'theirs'])
  const again = await workspace.inspect(...changing(edit('a.ts', 'old', 'new')))
  expect(again.digest).not.toBe(facts.digest)
})

test('calls of one reply to the same file run one after the other, only in this conversation', async () => {
  workspace.write('a.ts', 'one\ntwo\nthree\n')
  const calls = await Promise.all(
    ['one', 'two', 'three'].map((word) =>
      workspace.inspect(...changing(edit('a.ts', word, word.toUpperCase()))),
    ),
  )
  const [first, second, third] = calls
  if (first === undefined || second === undefined || third === undefined) throw new Error('3 calls')
  expect((await workspace.run(first)).outcome).toBe('ok')
  expect((await workspace.run(second)).outcome).toBe('ok')
  const conversationId = ConversationId.parse('another')
  expect((await workspace.run(third, { conversationId })).text).toContain('has changed since')
  expect(workspace.text('a.ts')).toBe('ONE\nTWO\nthree\n')
})

test.runIf(isPosix)(
  'a link swapped in between the check and the run changes nothing outside',
  async () => {
    writeFileSync(join(workspace.outside, 'a.ts'), 'old\n')
    workspace.write('sub/a.ts', 'old\n')
    const path = workspace.write('b.ts', 'old\n')
    writeFileSync(join(workspace.outside, 'b.ts'), 'old\n')
    const inSub = await workspace.inspect(...changing(edit('sub/a.ts', 'old', 'new')))
    const making = await workspace.inspect(
      ...changing({ type: 'create', path: 'sub/n', text: 'n' }),
    )
    const file = await workspace.inspect(...changing(edit('b.ts', 'old', 'new')))
    renameSync(join(workspace.folder, 'sub'), join(workspace.folder, 'was'))
    symlinkSync(workspace.outside, join(workspace.folder, 'sub'))
    rmSync(path)
    symlinkSync(join(workspace.outside, 'b.ts'), path)
    for (const facts of [inSub, making, file]) {
      const { outcome, text } = await workspace.run(facts)
      expect([outcome, text]).toEqual([
        'failed',
        expect.stringContaining('now leads somewhere else'),
      ])
    }
    expect(readFileSync(join(workspace.outside, 'a.ts'), 'utf8')).toBe('old\n')
    expect(readFileSync(join(workspace.outside, 'b.ts'), 'utf8')).toBe('old\n')
    expect(existsSync(join(workspace.outside, 'n'))).toBe(false)
  },
)

async function reachOf(...paths: readonly string[]): Promise<string> {
  const changes = paths.map((path) => ({ type: 'create', path, text: '' }) as const)
  const { check } = await workspace.inspect(...changing(...changes))
  return check.type === 'runnable' ? check.reach : check.text
}

test('a call reaches as far as its widest file; files that git runs are treated like secrets', async () => {
  expect(await reachOf('a', 'b')).toBe('inside')
  expect(await reachOf('a', '../outside/b')).toBe('outside')
  expect(await reachOf('../outside/b', '.env')).toBe('secret')
  expect(await reachOf('.git/hooks/pre-commit')).toBe('secret')
  expect(await reachOf('../data/x')).toContain("Phoenix's own data folder")
})

test('so are the parts of a repository without a .git, and what the config of the repository includes', async () => {
  expect(await reachOf('sub/config', 'sub/HEAD', 'sub/objects/x', 'sub/refs/x')).toBe('secret')
  for (const name of ['HEAD', 'objects/x', 'refs/x']) workspace.write(`bare/${name}`, '')
  expect([await reachOf('bare/config'), await reachOf('bare/hooks/x')]).toEqual([
    'secret',
    'secret',
  ])
  workspace.write('.git/config', '[include]\npath = ../.gitconfig\npath = ../more\n')
  workspace.write('real', '')
  symlinkSync('real', join(workspace.folder, 'more'))
  expect([await reachOf('.gitconfig'), await reachOf('config')]).toEqual(['secret', 'inside'])
  const { check } = await workspace.inspect('write_file', { path: 'real', content: 'x' })
  expect(check).toMatchObject({ reach: 'secret' })
})
