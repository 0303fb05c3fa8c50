import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasSandbox, sandboxedSupervisor } from '../sandbox/sandbox.fixture.ts'
import { committed, git, ID, BRANCH, Project } from './project.fixture.ts'
import { createWorktrees } from './worktree-port.ts'

describe('ending a worktree', () => {
  test('what would be lost is counted: uncommitted files, and commits that exist nowhere else', async () => {
    await using project = new Project()
    await project.make()
    expect(await project.facts()).toMatchObject({ uncommitted: 0, unmerged: 0, isThere: true })
    writeFileSync(project.inTree('a.txt'), 'two\n')
    writeFileSync(project.inTree('new.txt'), 'new\n')
    git(project.path, 'commit', '-qam', 'Second')
    writeFileSync(project.inTree('a.txt'), 'three\n')
    expect(await project.facts()).toMatchObject({ uncommitted: 2, unmerged: 1, baseBranch: 'main' })
    git(project.folder, 'branch', 'saved', BRANCH)
    expect(await project.facts()).toMatchObject({ uncommitted: 2, unmerged: 0 })
    git(project.path, 'switch', '-q', '--detach')
    git(project.path, 'commit', '-qam', 'On no branch')
    expect(await project.facts()).toMatchObject({ uncommitted: 1, unmerged: 1 })
  })

  test.skipIf(!hasSandbox)('they are counted in the sandbox too', async () => {
    await using project = new Project()
    await committed(project)
    writeFileSync(project.inTree('new.txt'), 'new\n')
    const { dataFolder } = project.ground
    const supervisor = sandboxedSupervisor(dataFolder, await project.ground.find())
    const worktrees = createWorktrees({ dataFolder, supervisor, isSandboxed: true })
    expect(await worktrees.facts(ID)).toEqual({ ok: true, value: await project.facts() })
    expect(await project.facts()).toMatchObject({ uncommitted: 1, unmerged: 1 })
    await supervisor.close()
  })

  test('a worktree with submodules is left to the person', async () => {
    await using project = new Project()
    await committed(project)
    const seen = await project.facts()
    const commit = git(project.path, 'rev-parse', 'HEAD').trim()
    git(project.path, 'update-index', '--add', '--cacheinfo', `160000,${commit},sub`)
    const why = { ok: false, error: expect.stringContaining('has submodules') }
    expect(await project.worktrees.facts(ID)).toEqual(why)
    expect(await project.worktrees.merge(ID)).toEqual(why)
    expect(await project.worktrees.remove(ID, seen, () => true)).toEqual(why)
  })

  test('a repository that git cannot read has no facts, so nothing is removed', async () => {
    await using project = new Project()
    await committed(project)
    const seen = await project.facts()
    writeFileSync(join(project.folder, '.git/worktrees/phoenix-fix/index'), 'broken')
    expect(await project.worktrees.facts(ID)).toMatchObject({ ok: false })
    expect(await project.worktrees.remove(ID, seen, () => true)).toMatchObject({ ok: false })
    expect(existsSync(project.inTree('a.txt'))).toBe(true)
  })

  test('commits that git cannot count are not taken for none', async () => {
    await using project = new Project()
    await committed(project)
    const lost = git(project.path, 'rev-parse', 'HEAD').trim()
    writeFileSync(project.inTree('a.txt'), 'three\n')
    git(project.path, 'commit', '-qam', 'Third')
    rmSync(join(project.folder, '.git/objects', lost.slice(0, 2), lost.slice(2)))
    expect(await project.worktrees.facts(ID)).toMatchObject({ ok: false })
  })

  test('a merge brings the commits to where the worktree began; then ending it loses nothing', async () => {
    await using project = new Project()
    await committed(project)
    project.write('src/b.txt', 'other\n')
    git(project.folder, 'commit', '-qam', 'Meanwhile')
    expect(await project.worktrees.merge(ID)).toEqual({ ok: true, value: null })
    expect(readFileSync(join(project.folder, 'a.txt'), 'utf8')).toBe('two\n')
    const facts = await project.facts()
    expect(facts).toMatchObject({ uncommitted: 0, unmerged: 0 })
    expect(await project.worktrees.remove(ID, facts, () => false)).toMatchObject({
      error: expect.stringContaining('began to run'),
    })
    const removed = await project.worktrees.remove(ID, facts, () => true)
    expect(removed).toEqual({ ok: true, value: { folder: project.folder } })
    expect([existsSync(project.path), project.branches()]).toEqual([false, 'main\n'])
    expect(project.another().of(ID)).toBeNull()
  })

  test.each<[string, (project: Project) => void, string]>([
    ['changes in it', (project) => writeFileSync(project.inTree('x'), 'x'), 'are not committed'],
    ['changes in the repository', (project) => project.write('src/b.txt', 'x'), 'not committed'],
    [
      'another branch there',
      ({ folder }) => git(folder, 'switch', '-qc', 'x'),
      'not on the branch',
    ],
    ['another branch in it', ({ path }) => git(path, 'switch', '-qc', 'x'), 'not on the branch'],
    [
      'a program that merges',
      ({ folder }) => git(folder, 'config', 'merge.x.driver', 'true'),
      'its own merge driver',
    ],
  ])('it does not merge with %s, and says why', async (_what, spoil, why) => {
    await using project = new Project()
    await committed(project)
    spoil(project)
    expect(await project.worktrees.merge(ID)).toEqual({
      ok: false,
      error: expect.stringContaining(why),
    })
    expect(readFileSync(join(project.folder, 'a.txt'), 'utf8')).toBe('one\n')
    expect(existsSync(project.path)).toBe(true)
  })

  test('a merge that the person has begun and not finished is left alone', async () => {
    await using project = new Project()
    await committed(project)
    git(project.folder, 'switch', '-qc', 'theirs')
    project.write('src/b.txt', 'theirs\n')
    git(project.folder, 'commit', '-qam', 'Theirs')
    git(project.folder, 'switch', '-q', 'main')
    project.write('src/b.txt', 'mine\n')
    git(project.folder, 'commit', '-qam', 'Mine')
    git(project.folder, 'merge', '-q', '--no-commit', '-s', 'ours', 'theirs')
    expect(await project.worktrees.merge(ID)).toMatchObject({
      error: expect.stringContaining('is not finished'),
    })
    expect(existsSync(join(project.folder, '.git/MERGE_HEAD'))).toBe(true)
  })

  test('a merge with conflicts is undone completely', async () => {
    await using project = new Project()
    await committed(project)
    project.write('a.txt', 'mine\n')
    git(project.folder, 'commit', '-qam', 'Mine')
    expect(await project.worktrees.merge(ID)).toMatchObject({
      error:
        'The merge was undone: main and phoenix/fix both changed a.txt. Merge main into the worktree first, or have the agent do it.',
    })
    expect(git(project.folder, 'status', '--porcelain')).toBe('')
    expect(readFileSync(join(project.folder, 'a.txt'), 'utf8')).toBe('mine\n')
  })

  test("what git's lock stops names the lock", async () => {
    await using project = new Project()
    await committed(project)
    const lock = join(project.folder, '.git/index.lock')
    writeFileSync(lock, '')
    expect(await project.worktrees.merge(ID)).toMatchObject({
      error: expect.stringContaining(`Unable to create '${lock}': File exists.`),
    })
  })

  test.each([true, false])(
    'one made from a worktree that was removed since can be discarded (its folder is there: %s)',
    async (isThere) => {
      await using project = new Project()
      const origin = `${project.folder}-origin`
      git(project.folder, 'worktree', 'add', '-q', origin)
      expect(await project.make(origin)).toMatchObject({ ok: true })
      git(project.folder, 'worktree', 'remove', origin)
      const tree = join(`${origin}-worktrees`, 'phoenix-fix')
      if (!isThere) rmSync(tree, { recursive: true })
      const facts = await project.facts()
      expect(facts).toMatchObject({ isThere, path: tree })
      expect(await project.worktrees.remove(ID, facts, () => true)).toMatchObject({ ok: true })
      expect([existsSync(tree), git(project.folder, 'branch', '--list', BRANCH)]).toEqual([
        false,
        '',
      ])
    },
  )

  test('it is removed only in the state that was seen, and only while it is ours', async () => {
    await using project = new Project()
    await committed(project)
    const seen = await project.facts()
    writeFileSync(project.inTree('late.txt'), 'late\n')
    expect(await project.worktrees.remove(ID, seen, () => true)).toMatchObject({
      error: expect.stringContaining('has changed since you looked'),
    })
    expect(existsSync(project.inTree('late.txt'))).toBe(true)
    git(project.folder, 'worktree', 'lock', project.path)
    expect(await project.worktrees.remove(ID, await project.facts(), () => true)).toMatchObject({
      ok: false,
    })
    expect(existsSync(project.inTree('late.txt'))).toBe(true)
    git(project.folder, 'worktree', 'unlock', project.path)
    const link = readFileSync(project.inTree('.git'))
    rmSync(project.inTree('.git'))
    git(project.path, 'init', '-q')
    expect(await project.worktrees.facts(ID)).toMatchObject({
      error: expect.stringContaining('does not touch it'),
    })
    expect(await project.worktrees.remove(ID, seen, () => true)).toMatchObject({ ok: false })
    rmSync(project.inTree('.git'), { recursive: true })
    writeFileSync(project.inTree('.git'), link)
    expect(await project.worktrees.remove(ID, await project.facts(), () => true)).toMatchObject({
      ok: true,
    })
    expect([existsSync(project.path), project.branches()]).toEqual([false, 'main\n'])
  })

  test('a repository that is gone is named, not the worktree blamed, and its return makes it work again', async () => {
    await using project = new Project()
    await committed(project)
    const seen = await project.facts()
    const elsewhere = `${project.folder}-moved`
    renameSync(project.folder, elsewhere)
    const why = (rest: string): unknown => ({
      ok: false,
      error: expect.stringMatching(
        new RegExp(`${project.folder}, was moved or deleted.*${rest}.*Put the repository back`),
      ),
    })
    const stays = why(`The files in ${project.path} are still there`)
    expect(await project.worktrees.facts(ID)).toEqual(stays)
    expect(await project.worktrees.merge(ID)).toEqual(stays)
    expect(await project.worktrees.remove(ID, seen, () => true)).toEqual(stays)
    const tree = `${project.path}-moved`
    renameSync(project.path, tree)
    expect(await project.worktrees.facts(ID)).toEqual(why(`${project.path} is missing too`))
    renameSync(tree, project.path)
    renameSync(elsewhere, project.folder)
    expect(await project.facts()).toEqual(seen)
  })

  test('a worktree whose folder was deleted by hand can be removed', async () => {
    await using project = new Project()
    await committed(project)
    rmSync(project.path, { recursive: true })
    const facts = await project.facts()
    expect(facts).toMatchObject({ isThere: false, uncommitted: 0, unmerged: 1 })
    expect(await project.worktrees.remove(ID, facts, () => true)).toMatchObject({ ok: true })
    expect(project.branches()).toBe('main\n')
  })

  test.each<[string, (project: Project) => void]>([
    [
      'removed by the person with git',
      ({ folder, path }) => git(folder, 'worktree', 'remove', '--force', path),
    ],
    [
      'forgotten by git after its folder was deleted',
      ({ folder, path }) => {
        rmSync(path, { recursive: true })
        git(folder, 'worktree', 'prune')
        git(folder, 'branch', '-D', BRANCH)
      },
    ],
  ])('a worktree that was %s can be discarded', async (_what, remove) => {
    await using project = new Project()
    await committed(project)
    remove(project)
    const facts = await project.facts()
    expect(facts.isThere).toBe(false)
    expect(await project.worktrees.remove(ID, facts, () => true)).toMatchObject({ ok: true })
    expect(project.branches()).toBe('main\n')
    expect(project.worktrees.of(ID)).toBeNull()
  })

  test('a locked worktree whose folder is missing, as of a disk that is not connected, is not removed', async () => {
    await using project = new Project()
    await committed(project)
    git(project.folder, 'worktree', 'lock', project.path)
    rmSync(project.path, { recursive: true })
    expect(await project.worktrees.remove(ID, await project.facts(), () => true)).toMatchObject({
      error: expect.stringContaining('locked'),
    })
    expect(project.branches()).toBe(`main\n${BRANCH}\n`)
  })

  test.each<[string, (project: Project) => void]>([
    [
      'after the worktree was removed by hand',
      ({ folder, path }) => git(folder, 'worktree', 'remove', '--force', path),
    ],
    ['after the agent switched to another', ({ path }) => git(path, 'switch', '-qc', 'other')],
  ])('the branch that the repository has checked out stays, %s', async (_when, leave) => {
    await using project = new Project()
    await committed(project)
    leave(project)
    git(project.folder, 'switch', '-q', BRANCH)
    const removed = await project.worktrees.remove(ID, await project.facts(), () => true)
    expect(removed).toMatchObject({ ok: true })
    expect(existsSync(project.path)).toBe(false)
    expect(git(project.folder, 'log', '-1', '--format=%s')).toBe('Second\n')
    expect(git(project.folder, 'status', '--porcelain')).toBe('')
  })
})
