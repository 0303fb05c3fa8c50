import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { failed, ok } from '../../../shared/result.ts'
import { makeWorktree } from './make-worktree.ts'
import { type AskGit, askGitBy } from './worktree-git.ts'
import { openWorktreeRecords } from './worktree-records.ts'
import { BRANCH, git, ID, Project } from './project.fixture.ts'

describe('making a worktree', () => {
  test('it is a checkout on its own branch, with the ignored files that the list names', async () => {
    await using project = new Project()
    project.write('.gitignore', '.env*\nbuild/\nlink\n')
    project.write('.worktreeinclude', '.env*\nlink\na.txt\nnotes.txt\n!.env.other\n')
    for (const name of ['.env', '.env.other', 'notes.txt']) project.write(name, name)
    mkdirSync(join(project.folder, 'build'))
    project.write('build/large', 'x')
    symlinkSync('/etc/hostname', join(project.folder, 'link'))
    chmodSync(join(project.folder, '.env'), 0o600)
    const made = await project.make()
    expect(made).toEqual({
      ok: true,
      value: {
        folder: project.path,
        notes: ['1 file of .worktreeinclude could not be copied into the worktree.'],
      },
    })
    expect(readdirSync(project.path).toSorted()).toEqual(['.env', '.git', 'a.txt', 'src'])
    expect(git(project.path, 'branch', '--show-current')).toBe(`${BRANCH}\n`)
    expect(project.worktrees.of(ID)).toEqual({ branch: BRANCH, repository: project.folder })
    expect(project.another().of(ID)).toEqual({ branch: BRANCH, repository: project.folder })
  })

  test('what a link of the commit leads to stays as it is, whatever the list names', async () => {
    await using project = new Project()
    const outside = join(project.ground.home, 'outside')
    mkdirSync(outside)
    for (const name of ['d', 'deep']) {
      symlinkSync(outside, join(project.folder, name))
      git(project.folder, 'add', name)
    }
    git(project.folder, 'commit', '-q', '-m', 'Links')
    git(project.folder, 'rm', '-q', '--cached', 'd', 'deep')
    for (const name of ['d', 'deep']) rmSync(join(project.folder, name))
    mkdirSync(join(project.folder, 'd'))
    mkdirSync(join(project.folder, 'deep/er'), { recursive: true })
    mkdirSync(join(project.folder, 'plain/deep/er'), { recursive: true })
    for (const name of ['d/evil', 'deep/er/evil', 'plain/deep/er/one', 'plain/two'])
      project.write(name, name)
    for (const list of ['.gitignore', '.worktreeinclude'])
      project.write(list, 'd/\ndeep/\nplain/\n')
    expect(await project.make()).toMatchObject({
      value: { notes: ['2 files of .worktreeinclude could not be copied into the worktree.'] },
    })
    expect(readdirSync(outside)).toEqual([])
    expect(readFileSync(project.inTree('plain/deep/er/one'), 'utf8')).toBe('plain/deep/er/one')
    expect(existsSync(project.inTree('plain/two'))).toBe(true)
  })

  test('a folder that is a link in the commit is refused, and so is a link in place of the folder of worktrees', async () => {
    await using project = new Project()
    const outside = join(project.ground.home, 'outside')
    mkdirSync(outside)
    symlinkSync(outside, join(project.folder, 'work'))
    git(project.folder, 'add', 'work')
    git(project.folder, 'commit', '-q', '-m', 'A link')
    rmSync(join(project.folder, 'work'))
    mkdirSync(join(project.folder, 'work'))
    expect(await project.make(join(project.folder, 'work'))).toMatchObject({
      error: expect.stringContaining('the folder work is missing or a link'),
    })
    expect(existsSync(project.path)).toBe(false)
    expect(project.branches()).toBe('main\n')

    rmSync(`${project.folder}-worktrees`, { recursive: true })
    symlinkSync(outside, `${project.folder}-worktrees`)
    expect(await project.make()).toMatchObject({ error: expect.stringContaining('is a link') })
    expect(readdirSync(outside)).toEqual([])
    expect(readdirSync(join(project.ground.dataFolder, 'worktrees'))).toEqual([])
  })

  test('a file in place of the folder of worktrees is named as the reason', async () => {
    await using project = new Project()
    writeFileSync(`${project.folder}-worktrees`, '')
    expect(await project.make()).toMatchObject({
      error: expect.stringContaining('there is a file where a folder should be'),
    })
    expect(readdirSync(join(project.ground.dataFolder, 'worktrees'))).toEqual([])
  })

  test('a full disk leaves no folder of a worktree that could not be recorded', async () => {
    await using project = new Project()
    const { dataFolder } = project.ground
    const records = openWorktreeRecords(dataFolder)
    let writes = 0
    const write: typeof records.write = (record) =>
      (writes += 1) === 2 ? failed('the disk is full') : records.write(record)
    const request = { conversationId: ID, folder: project.folder, branch: BRANCH }
    const parts = { git: askGitBy(project.supervisor), records: { ...records, write } }
    expect(await makeWorktree(request, parts)).toEqual(
      failed('The worktree could not be recorded: the disk is full.'),
    )
    expect(existsSync(project.path)).toBe(false)
    expect(records.all()).toEqual([])
  })

  test('a folder within a repository is the same folder in its worktree; taken names are skipped', async () => {
    await using project = new Project()
    mkdirSync(project.path, { recursive: true })
    writeFileSync(join(project.path, 'mine'), 'mine')
    const made = await project.make(join(project.folder, 'src'))
    expect(made.ok && made.value.folder).toBe(`${project.path}-2/src`)
    const folders = ['', '/src/deep', 'b'].map((rest) => `${project.path}-2${rest}`)
    expect(folders.filter(project.worktrees.within(ID))).toEqual(folders.slice(0, 2))
    expect(readdirSync(project.path)).toEqual(['mine'])
  })

  test.each([
    ['main', 'There is already a branch with this name. Choose another one.'],
    ['-x', 'This is not a valid branch name. Use letters, digits, dashes and slashes.'],
    ['a..b', 'This is not a valid branch name. Use letters, digits, dashes and slashes.'],
    [
      "x'; touch evil; '",
      'This is not a valid branch name. Use letters, digits, dashes and slashes.',
    ],
  ])('a branch called %s is refused, and nothing is created', async (branch, error) => {
    await using project = new Project()
    expect(await project.make(project.folder, branch)).toEqual({ ok: false, error })
    expect(existsSync(`${project.folder}-worktrees`)).toBe(false)
    expect(existsSync(join(project.folder, 'evil'))).toBe(false)
    expect(readdirSync(join(project.ground.dataFolder, 'worktrees'))).toEqual([])
  })

  test('a folder without a repository, or without a commit, is refused with a sentence', async () => {
    await using project = new Project()
    const plain = join(project.ground.home, 'plain')
    mkdirSync(plain)
    expect(await project.make(plain)).toMatchObject({
      error: expect.stringContaining('not in one'),
    })
    git(plain, 'init', '-q')
    expect(await project.make(plain)).toMatchObject({ error: expect.stringContaining('a commit') })
  })

  test.each<[string, (project: Project, folder: string) => void]>([
    [
      'a submodule',
      (project, folder) => {
        const add = ['submodule', 'add', '-q', project.folder, folder]
        git(project.folder, '-c', 'protocol.file.allow=always', ...add)
      },
    ],
    [
      'a worktree of a bare repository',
      (project, folder) => {
        const bare = join(project.ground.home, 'bare.git')
        git(project.folder, 'clone', '-q', '--bare', project.folder, bare)
        git(bare, 'worktree', 'add', '-q', folder)
      },
    ],
  ])('%s is refused, because what was made there could not be ended', async (_what, begin) => {
    await using project = new Project()
    const folder = join(project.folder, 'within')
    begin(project, folder)
    expect(await project.make(folder)).toMatchObject({
      error: expect.stringContaining('excludes submodules and bare repositories'),
    })
    expect(existsSync(`${folder}-worktrees`)).toBe(false)
  })

  test('no hook and no filter of the repository runs', async () => {
    await using project = new Project()
    const { folder } = project
    const sprung = join(project.ground.home, 'sprung')
    project.write('.gitattributes', '* filter=x\n')
    git(folder, 'add', '.')
    git(folder, 'commit', '-q', '-m', 'Attributes')
    const hook = join(folder, '.git/hooks/post-checkout')
    mkdirSync(join(folder, '.git/hooks'), { recursive: true })
    writeFileSync(hook, `#!/bin/sh\ntouch ${sprung}\n`)
    chmodSync(hook, 0o755)
    git(folder, 'config', 'filter.x.smudge', `touch ${sprung}; cat`)
    expect((await project.make()).ok).toBe(true)
    expect(existsSync(sprung)).toBe(false)
    git(folder, 'worktree', 'add', '-q', `${project.path}-trap`)
    expect(existsSync(sprung)).toBe(true)
  })

  test("what a killed start left half done is removed by the next one; other people's files stay", async () => {
    await using project = new Project()
    await project.worktrees.make({ conversationId: ID, folder: project.folder, branch: BRANCH })
    // As git leaves it when it is killed during a checkout.
    rmSync(project.inTree('.git'))
    await project.another().recover(() => false)
    expect(existsSync(project.path)).toBe(false)
    expect(git(project.folder, 'worktree', 'list').trim().split('\n')).toHaveLength(1)
    expect(project.branches()).toBe('main\n')
    expect(readdirSync(join(project.ground.dataFolder, 'worktrees'))).toEqual([])

    await project.worktrees.make({ conversationId: ID, folder: project.folder, branch: BRANCH })
    rmSync(project.path, { recursive: true })
    mkdirSync(join(project.path, 'mine'), { recursive: true })
    await project.another().recover(() => false)
    expect(readdirSync(project.path)).toEqual(['mine'])
  })

  test('what is half done in a repository that is away or read-only is removed once it is back', async () => {
    await using project = new Project()
    await project.worktrees.make({ conversationId: ID, folder: project.folder, branch: BRANCH })
    const away = `${project.folder}-away`
    renameSync(project.folder, away)
    await project.another().recover(() => false)
    expect(existsSync(project.path)).toBe(false)
    renameSync(away, project.folder)
    // As git leaves it when it is killed while it writes.
    project.write('.git/packed-refs.lock', '')
    await project.another().recover(() => false)
    expect(project.branches()).toBe(`main\n${BRANCH}\n`)
    rmSync(join(project.folder, '.git/packed-refs.lock'))
    await project.another().recover(() => false)
    expect(project.branches()).toBe('main\n')
    expect(readdirSync(join(project.ground.dataFolder, 'worktrees'))).toEqual([])
  })

  test('a branch of an unfinished worktree stays if a person works on it now', async () => {
    await using project = new Project()
    await project.worktrees.make({ conversationId: ID, folder: project.folder, branch: BRANCH })
    git(project.folder, 'worktree', 'remove', project.path)
    git(project.folder, 'switch', '-q', BRANCH)
    await project.another().recover(() => false)
    expect(project.branches()).toContain(BRANCH)
    expect(readdirSync(join(project.ground.dataFolder, 'worktrees'))).toEqual([])
  })

  test.each([
    [true, 'was moved or deleted while the worktree was being created.'],
    [false, /^git could not create the worktree: error: 2997\nerror: 2998\nerror: 2999$/],
  ])('why git gave up is said in short (repository gone: %s)', async (isGone, error) => {
    await using project = new Project()
    const records = openWorktreeRecords(project.ground.dataFolder)
    const request = { conversationId: ID, folder: project.folder, branch: BRANCH }
    const text = Array.from({ length: 3_000 }, (_, index) => `error: ${index}\n`).join('')
    const ask = askGitBy(project.supervisor)
    const git: AskGit = async (asked) => {
      if (!asked.script.includes('worktree add')) return ask(asked)
      if (isGone) rmSync(project.folder, { recursive: true })
      return ok({ code: 255, text })
    }
    expect(await makeWorktree(request, { git, records })).toEqual({
      ok: false,
      error: isGone ? expect.stringContaining(String(error)) : expect.stringMatching(error),
    })
  })

  test('a start killed between conversation and record keeps the worktree', async () => {
    await using project = new Project()
    await project.worktrees.make({ conversationId: ID, folder: project.folder, branch: BRANCH })
    const next = project.another()
    expect(next.of(ID)).toBeNull()
    await next.recover(() => true)
    expect(next.of(ID)?.branch).toBe(BRANCH)
    expect(existsSync(project.inTree('a.txt'))).toBe(true)
    // The worktree of a deleted conversation stays on the disk.
    await project.another().recover(() => false)
    expect(existsSync(project.inTree('a.txt'))).toBe(true)
    expect(project.branches()).toContain(BRANCH)
  })
})
