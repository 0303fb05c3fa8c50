import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, git } from './scene-git.fixture.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-demo-git-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('recent commits and staged changes are read from git', async () => {
  git(folder, 'init', '-q')
  for (let n = 1; n <= 7; n++) {
    writeFileSync(join(folder, 'a.txt'), 'line\n'.repeat(n))
    git(folder, 'add', '.')
    git(folder, 'commit', '-q', '-m', `Change number ${n}`)
  }
  writeFileSync(join(folder, 'b.txt'), 'new')
  git(folder, 'add', '.')
  const text = await answer(folder)
  expect(text).toContain('The last 5 commits, newest first')
  expect(text).toMatch(/[0-9a-f]{7} \d{4}-\d\d-\d\d Ada: Change number 7/)
  expect(text).not.toContain('Change number 2')
  expect(text).toMatch(/One change is staged[^]*A\tb\.txt/)
})

test('a folder without a repository gets git’s own words', async () => {
  expect(await answer(folder)).toContain('not a git repository')
})

test('a repository without a commit is described as such', async () => {
  git(folder, 'init', '-q')
  expect(await answer(folder)).toMatch(/no commits yet|does not have any commits yet/)
})
