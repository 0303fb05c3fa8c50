import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { unreadable } from '../data-folder/unreadable.fixture.ts'
import { BRANCH, committed, ID, Project } from './project.fixture.ts'

test.skipIf(process.platform === 'win32').for<[string, (project: Project) => string]>([
  ['the repository', ({ folder }) => folder],
  ['the folder of the worktrees', ({ path }) => dirname(path)],
  ['the .git of the worktree', ({ path }) => join(path, '.git')],
])('%s, while it cannot be looked at, is not said to be gone', async ([, place]) => {
  await using project = new Project()
  await committed(project)
  const seen = await project.facts()
  const fault = unreadable(place(project))
  const why = { ok: false, error: expect.stringMatching(/^Phoenix can’t look at .* loop\./) }
  expect(await project.worktrees.facts(ID)).toEqual(why)
  expect(await project.worktrees.merge(ID)).toEqual(why)
  expect(await project.worktrees.remove(ID, seen, () => true)).toEqual(why)
  fault[Symbol.dispose]()
  expect(await project.facts()).toEqual(seen)
})

test.skipIf(process.platform === 'win32')(
  'what a killed start left half done, and cannot be looked at, is removed by a later start, branch and all',
  async () => {
    await using project = new Project()
    await project.worktrees.make({ conversationId: ID, folder: project.folder, branch: BRANCH })
    const fault = unreadable(dirname(project.path))
    await project.another().recover(() => false)
    fault[Symbol.dispose]()
    expect(existsSync(project.path)).toBe(true)
    expect(project.branches()).toBe(`main\n${BRANCH}\n`)
    await project.another().recover(() => false)
    expect(existsSync(project.path)).toBe(false)
    expect(project.branches()).toBe('main\n')
  },
)
