import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConversationId } from '../../../shared/ids.ts'
import type { WorktreeFacts } from '../../../shared/worktree.ts'
import type { WorktreePort } from '../../runtime/ports/worktree-port.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { Ground, hasSandbox, sandboxedSupervisor } from '../sandbox/sandbox.fixture.ts'
import { createWorktrees } from './worktree-port.ts'

const ID = ConversationId.parse('c')
const BRANCH = 'phoenix/fix'

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', [...args], { cwd: folder, stdio: 'pipe' }).toString()
}

/** A repository with a commit, and what makes worktrees of it. */
class Project implements AsyncDisposable {
  readonly ground = new Ground()
  readonly folder = realpathSync(this.ground.folder)
  readonly path = join(`${this.folder}-worktrees`, 'phoenix-fix')
  readonly supervisor: Supervisor
  readonly worktrees: WorktreePort

  constructor() {
    git(this.folder, 'init', '-q', '-b', 'main')
    git(this.folder, 'config', 'user.name', 'Ada')
    git(this.folder, 'config', 'user.email', 'ada@example.org')
    this.write('a.txt', 'one\n')
    mkdirSync(join(this.folder, 'src'))
    this.write('src/b.txt', 'b\n')
    git(this.folder, 'add', '.')
    git(this.folder, 'commit', '-q', '-m', 'First')
    this.supervisor = sandboxedSupervisor(this.ground.dataFolder, { type: 'missing', reason: '' })
    this.worktrees = this.another()
  }

  /** As the next start has it. */
  another(): WorktreePort {
    const { ground, supervisor } = this
    return createWorktrees({ dataFolder: ground.dataFolder, supervisor, isSandboxed: false })
  }

  write(name: string, content: string): void {
    writeFileSync(join(this.folder, name), content)
  }

  inTree(name: string): string {
    return join(this.path, name)
  }

  async make(folder = this.folder, branch = BRANCH): ReturnType<WorktreePort['make']> {
    const made = await this.worktrees.make({ conversationId: ID, folder, branch })
    if (made.ok) this.worktrees.keep(ID)
    return made
  }

  async facts(): Promise<WorktreeFacts> {
    const facts = await this.worktrees.facts(ID)
    if (!facts.ok) throw new Error(facts.error)
    return facts.value
  }

  branches(): string {
    return git(this.folder, 'branch', '--format=%(refname:short)')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.supervisor.close()
    this.ground[Symbol.dispose]()
  }
}

describe('making a worktree', () => {
  test('it is a checkout on a branch of its own, with the ignored files that the list names', async () => {
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

  test('a folder within a repository is the same folder in its worktree; taken names are passed over', async () => {
    await using project = new Project()
    mkdirSync(project.path, { recursive: true })
    writeFileSync(join(project.path, 'mine'), 'mine')
    const made = await project.make(join(project.folder, 'src'))
    expect(made.ok && made.value.folder).toBe(`${project.path}-2/src`)
    expect(readdirSync(project.path)).toEqual(['mine'])
  })

  test.each([
    ['main', 'There is a branch of this name already. Choose another one.'],
    ['-x', 'This is no name for a branch. Use letters, digits, dashes and slashes.'],
    ['a..b', 'This is no name for a branch. Use letters, digits, dashes and slashes.'],
    ["x'; touch evil; '", 'This is no name for a branch. Use letters, digits, dashes and slashes.'],
  ])('a branch called %s is refused, and nothing is made', async (branch, error) => {
    await using project = new Project()
    expect(await project.make(project.folder, branch)).toEqual({ ok: false, error })
    expect(existsSync(`${project.folder}-worktrees`)).toBe(false)
    expect(existsSync(join(project.folder, 'evil'))).toBe(false)
    expect(readdirSync(join(project.ground.dataFolder, 'worktrees'))).toEqual([])
  })

  test('a folder without a repository, or without a commit, is refused in words', async () => {
    await using project = new Project()
    const plain = join(project.ground.home, 'plain')
    mkdirSync(plain)
    expect(await project.make(plain)).toMatchObject({ error: expect.stringContaining('in none') })
    git(plain, 'init', '-q')
    expect(await project.make(plain)).toMatchObject({ error: expect.stringContaining('a commit') })
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

  test('what a killed start has half made is gone after the next one; what is not ours stays', async () => {
    await using project = new Project()
    await project.worktrees.make({ conversationId: ID, folder: project.folder, branch: BRANCH })
    // As git leaves it when it is killed while it checks out.
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

  test('a start that was killed between conversation and record keeps the worktree', async () => {
    await using project = new Project()
    await project.worktrees.make({ conversationId: ID, folder: project.folder, branch: BRANCH })
    const next = project.another()
    expect(next.of(ID)).toBeNull()
    await next.recover(() => true)
    expect(next.of(ID)?.branch).toBe(BRANCH)
    expect(existsSync(project.inTree('a.txt'))).toBe(true)
    // Of a conversation that was deleted it stays on the disk.
    await project.another().recover(() => false)
    expect(existsSync(project.inTree('a.txt'))).toBe(true)
    expect(project.branches()).toContain(BRANCH)
  })
})

describe('ending a worktree', () => {
  /** With a commit in it. */
  async function committed(project: Project, text = 'two\n'): Promise<void> {
    await project.make()
    writeFileSync(project.inTree('a.txt'), text)
    git(project.path, 'commit', '-qam', 'Second')
  }

  test('what would be lost is counted: uncommitted files, and commits that are nowhere else', async () => {
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

  test('a repository that git cannot read has no facts, so nothing is removed', async () => {
    await using project = new Project()
    await committed(project)
    const seen = await project.facts()
    writeFileSync(join(project.folder, '.git/worktrees/phoenix-fix/index'), 'broken')
    expect(await project.worktrees.facts(ID)).toMatchObject({ ok: false })
    expect(await project.worktrees.remove(ID, seen)).toMatchObject({ ok: false })
    expect(existsSync(project.inTree('a.txt'))).toBe(true)
  })

  test('a merge brings the commits where it began; then nothing is lost with the worktree', async () => {
    await using project = new Project()
    await committed(project)
    project.write('src/b.txt', 'other\n')
    git(project.folder, 'commit', '-qam', 'Meanwhile')
    expect(await project.worktrees.merge(ID)).toEqual({ ok: true, value: null })
    expect(readFileSync(join(project.folder, 'a.txt'), 'utf8')).toBe('two\n')
    const facts = await project.facts()
    expect(facts).toMatchObject({ uncommitted: 0, unmerged: 0 })
    const removed = await project.worktrees.remove(ID, facts)
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
      'a program of its own',
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

  test('a merge with conflicts is taken back whole', async () => {
    await using project = new Project()
    await committed(project)
    project.write('a.txt', 'mine\n')
    git(project.folder, 'commit', '-qam', 'Mine')
    expect(await project.worktrees.merge(ID)).toMatchObject({
      error: expect.stringMatching(/taken back.*a\.txt/s),
    })
    expect(git(project.folder, 'status', '--porcelain')).toBe('')
    expect(readFileSync(join(project.folder, 'a.txt'), 'utf8')).toBe('mine\n')
  })

  test('it is removed only as it was seen, and only where it still is ours', async () => {
    await using project = new Project()
    await committed(project)
    const seen = await project.facts()
    writeFileSync(project.inTree('late.txt'), 'late\n')
    expect(await project.worktrees.remove(ID, seen)).toMatchObject({
      error: expect.stringContaining('has changed since you looked'),
    })
    expect(existsSync(project.inTree('late.txt'))).toBe(true)
    git(project.folder, 'worktree', 'lock', project.path)
    expect(await project.worktrees.remove(ID, await project.facts())).toMatchObject({ ok: false })
    expect(existsSync(project.inTree('late.txt'))).toBe(true)
    git(project.folder, 'worktree', 'unlock', project.path)
    const link = readFileSync(project.inTree('.git'))
    rmSync(project.inTree('.git'))
    git(project.path, 'init', '-q')
    expect(await project.worktrees.facts(ID)).toMatchObject({
      error: expect.stringContaining('leaves it alone'),
    })
    expect(await project.worktrees.remove(ID, seen)).toMatchObject({ ok: false })
    rmSync(project.inTree('.git'), { recursive: true })
    writeFileSync(project.inTree('.git'), link)
    expect(await project.worktrees.remove(ID, await project.facts())).toMatchObject({ ok: true })
    expect([existsSync(project.path), project.branches()]).toEqual([false, 'main\n'])
  })

  test('one whose folder was deleted by hand can be put away', async () => {
    await using project = new Project()
    await committed(project)
    rmSync(project.path, { recursive: true })
    const facts = await project.facts()
    expect(facts).toMatchObject({ isThere: false, uncommitted: 0, unmerged: 1 })
    expect(await project.worktrees.remove(ID, facts)).toMatchObject({ ok: true })
    expect(project.branches()).toBe('main\n')
  })
})
