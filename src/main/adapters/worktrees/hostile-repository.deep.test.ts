import { appendFileSync, existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runGit } from '../git/run-git.ts'
import { BRANCH, committed, git, ID, Project } from './project.fixture.ts'

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

/** Everything in the next commit has this filter or merge driver. */
function withAttribute(project: Project, attribute: Uint8Array): void {
  writeFileSync(join(project.folder, '.gitattributes'), attribute)
  git(project.folder, 'add', '.gitattributes')
  git(project.folder, 'commit', '-q', '-m', 'Attributes')
}

test('no filter runs that is included only because of the settings of the work tree', async () => {
  await using project = new Project()
  const { folder } = project
  const sprung = sprungIn(project)
  withAttribute(project, Buffer.from('* filter=x\n'))
  const more = join(folder, '.git/more')
  git(folder, 'config', '-f', more, 'filter.x.smudge', `touch ${sprung}; cat`)
  git(folder, 'config', 'includeIf.hasconfig:remote.*.url:here.path', more)
  git(folder, 'config', 'extensions.worktreeConfig', 'true')
  git(folder, 'config', '--worktree', 'remote.x.url', 'here')
  await committed(project)
  expect(await project.worktrees.merge(ID)).toEqual({ ok: true, value: null })
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('two\n')
  expect(existsSync(sprung)).toBe(false)
  git(folder, 'reset', '-q', '--hard', 'HEAD~')
  expect(existsSync(sprung)).toBe(true)
})

describe('a name that is not UTF-8', () => {
  const NAME = Buffer.from('\xFF\xE2', 'latin1')
  beforeAll(() => vi.stubEnv('LC_ALL', 'C.UTF-8'))
  afterAll(() => vi.unstubAllEnvs())

  function set(project: Project, section: string, setting: string): void {
    const config = join(project.folder, '.git/config')
    appendFileSync(
      config,
      Buffer.concat([Buffer.from(`[${section} "`), NAME, Buffer.from(`"]\n${setting}\n`)]),
    )
  }

  test('does not let a filter run', async () => {
    await using project = new Project()
    const sprung = sprungIn(project)
    withAttribute(project, Buffer.concat([Buffer.from('* filter='), NAME, Buffer.from('\n')]))
    set(project, 'filter', `smudge = "touch ${sprung}; cat"`)
    expect((await project.make()).ok).toBe(true)
    expect(existsSync(project.inTree('a.txt'))).toBe(true)
    expect(existsSync(sprung)).toBe(false)
    git(project.folder, 'worktree', 'add', '-q', `${project.path}-trap`)
    expect(existsSync(sprung)).toBe(true)
  })

  test('does not let a merge driver run', async () => {
    await using project = new Project()
    const sprung = sprungIn(project)
    withAttribute(project, Buffer.concat([Buffer.from('* merge='), NAME, Buffer.from('\n')]))
    set(project, 'merge', `driver = "touch ${sprung}"`)
    await committed(project)
    project.write('a.txt', 'mine\n')
    git(project.folder, 'commit', '-qam', 'Meanwhile')
    expect(await project.worktrees.merge(ID)).toMatchObject({
      error: expect.stringContaining('its own merge driver'),
    })
    expect(existsSync(sprung)).toBe(false)
    git(project.folder, 'merge', '-q', BRANCH)
    expect(existsSync(sprung)).toBe(true)
  })
})

test('the options that the repository sets for merges into a branch put no file into the commit', async () => {
  await using project = new Project()
  const { folder, ground } = project
  await committed(project)
  const secret = join(ground.home, 'secret')
  writeFileSync(secret, 'a secret\n')
  git(folder, 'config', 'branch.main.mergeOptions', `--no-ff -F ${secret}`)
  expect(await project.worktrees.merge(ID)).toEqual({ ok: true, value: null })
  expect(git(folder, 'log', '-1', '--format=%B')).toBe('Second\n\n')
})

test('a branch that is always merged by a commit of its own stays so', async () => {
  await using project = new Project()
  await committed(project)
  git(project.folder, 'config', 'branch.main.mergeOptions', '--no-ff')
  expect(await project.worktrees.merge(ID)).toEqual({ ok: true, value: null })
  expect(git(project.folder, 'log', '-1', '--format=%s')).toContain('Merge branch')
})

test('no worktree is made of a repository that takes a folder around it for its own files', async () => {
  await using project = new Project()
  git(project.folder, 'config', 'core.worktree', '../..')
  expect(await project.make()).toMatchObject({ error: expect.stringContaining('core.worktree') })
  expect(existsSync(`${join(project.folder, '..')}-worktrees`)).toBe(false)
})

test('hooks that config names are disabled, for versions of git that run them', async () => {
  await using project = new Project()
  const { folder, supervisor } = project
  git(folder, 'config', 'hook.a=b.event', 'reference-transaction')
  git(folder, 'config', 'hook.a=b.command', 'true')
  const ran = await runGit(supervisor, {
    conversationId: ID,
    folder,
    script: 'safe_git config --type=bool hook.a=b.enabled',
    sandboxPolicy: null,
    filters: 'persons',
    limitMs: 10_000,
    signal: AbortSignal.timeout(10_000),
  })
  expect(ran).toMatchObject({ value: { code: 0, bytes: Buffer.from('false\n') } })
})

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
