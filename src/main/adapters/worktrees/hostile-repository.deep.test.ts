import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { committed, git, ID, Project } from './project.fixture.ts'

/** In which the trap of the repository leaves a file. */
function sprungIn({ ground }: Project): string {
  return join(ground.home, 'sprung')
}

test.each(['gitdir:**/worktrees/**', 'onbranch:phoenix/**'])(
  'a new worktree runs no filter that the repository includes only there: %s',
  async (condition) => {
    await using project = new Project()
    const { folder, path } = project
    const sprung = sprungIn(project)
    project.write('.gitattributes', '* filter=x\n')
    git(folder, 'add', '.')
    git(folder, 'commit', '-q', '-m', 'Attributes')
    const more = join(folder, '.git/more')
    git(folder, 'config', '-f', more, 'filter.x.smudge', `touch ${sprung}; cat`)
    git(folder, 'config', `includeIf.${condition}.path`, more)
    expect((await project.make()).ok).toBe(true)
    expect(existsSync(project.inTree('src/b.txt'))).toBe(true)
    expect(git(path, 'status', '--porcelain')).toBe('')
    expect(existsSync(sprung)).toBe(false)
    git(folder, 'worktree', 'add', '-q', '-b', 'phoenix/trap', `${path}-trap`)
    expect(existsSync(sprung)).toBe(true)
  },
)

test.each(['-S', '--verify-signatures'])(
  'no program of the repository signs or checks a merge by the options of its branch: %s',
  async (option) => {
    await using project = new Project()
    const { folder } = project
    await committed(project)
    project.write('src/b.txt', 'other\n')
    git(folder, 'commit', '-qam', 'Meanwhile')
    const sprung = sprungIn(project)
    const program = join(folder, '.git/program')
    writeFileSync(program, `#!/bin/sh\ntouch ${sprung}\n`, { mode: 0o755 })
    git(folder, 'config', 'gpg.program', program)
    git(folder, 'config', 'branch.main.mergeOptions', option)
    expect(await project.worktrees.merge(ID)).toEqual({ ok: true, value: null })
    expect(existsSync(sprung)).toBe(false)
  },
)

test('a merge with conflicts runs nothing that a submodule of the repository configures', async () => {
  await using project = new Project()
  const { folder } = project
  await committed(project)
  const [sub, sprung] = [join(folder, 'sub'), sprungIn(project)]
  git(folder, 'init', '-q', 'sub')
  writeFileSync(join(sub, '.gitattributes'), '* filter=x\n')
  git(sub, 'add', '.')
  git(sub, '-c', 'user.name=a', '-c', 'user.email=a@a', 'commit', '-qm', 'x')
  git(folder, '-c', 'advice.addEmbeddedRepo=false', 'add', 'sub')
  project.write('a.txt', 'mine\n')
  git(folder, 'commit', '-qam', 'With a submodule')
  git(sub, 'config', 'filter.x.clean', `touch ${sprung}; cat`)
  utimesSync(join(sub, '.gitattributes'), 0, 0)
  expect(await project.worktrees.merge(ID)).toMatchObject({
    error: expect.stringContaining('both changed a.txt'),
  })
  expect(existsSync(sprung)).toBe(false)
  git(folder, 'status')
  expect(existsSync(sprung)).toBe(true)
})
