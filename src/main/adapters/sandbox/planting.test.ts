import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { oneOfEvery } from '../../../shared/testing/by-tier.ts'
import { start, until } from '../processes/supervisor-fixture.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { PLANTINGS, Project } from './planting.fixture.ts'
import type { FoundSandbox } from './sandbox.ts'
import {
  sandboxedSupervisor,
  Ground,
  hasSandbox,
  OPEN,
  printedBy,
  runIn,
} from './sandbox.fixture.ts'

describe.runIf(hasSandbox)('anything that git would run outside', () => {
  const ground = new Ground()
  const project = new Project(ground)
  let found: FoundSandbox
  let supervisor: Supervisor
  beforeAll(async () => {
    found = await ground.find()
    supervisor = sandboxedSupervisor(ground.dataFolder, found)
  })
  afterAll(async () => {
    await supervisor.close()
    ground[Symbol.dispose]()
  })

  beforeEach(() => void supervisor.findings(ground.folder))

  async function run(script: string): Promise<string> {
    return printedBy(await runIn(supervisor, ground, project.command(script)))
  }

  test.for(oneOfEvery(3, PLANTINGS).map((each) => [each.name, each] as const))(
    'is not there after a run: %s',
    async ([, { in: kind, script }]) => {
      project.lay(kind)
      const printed = await run(script)
      project.look()
      expect(project.hasRun, printed).toBe(false)
    },
  )

  test('is moved aside under another name, and reported once', async () => {
    project.lay('folder')
    await run('nested sub; bare')
    const findings = supervisor.findings(ground.folder)
    expect(findings).toEqual([
      expect.stringMatching(/^HEAD was renamed to HEAD\.set-aside-by-phoenix: git would obey it/),
      expect.stringMatching(/^sub\/\.git was renamed to .*may run programs: fsmonitor/),
    ])
    expect(existsSync(join(ground.folder, 'sub/.git.set-aside-by-phoenix/config'))).toBe(true)
    expect(supervisor.findings(ground.folder)).toEqual([])
  })

  test('stays if it was there before, and harmless repositories may appear', async () => {
    project.lay('folder')
    execFileSync('bash', ['-c', project.command('nested mine')], {
      cwd: ground.folder,
      stdio: 'pipe',
    })
    await run('git init -q other; git clone -q other copy; touch mine/x')
    expect(supervisor.findings(ground.folder)).toEqual([])
    expect(
      ['mine', 'other', 'copy'].map((name) => existsSync(join(ground.folder, name, '.git'))),
    ).toEqual([true, true, true])
    await run('echo "pager = x" >> mine/.git/config')
    expect(supervisor.findings(ground.folder)).toEqual([
      expect.stringMatching(/^mine\/\.git was renamed/),
    ])
  })

  const LEFT = [
    ['folder', 'nested sub'],
    ['folder', 'bare'],
    ['repository', 'mkdir -p a; nested a/b; link a/b'],
  ] as const
  test.for(oneOfEvery(3, LEFT))(
    'is found by the next start after Phoenix was killed, in a %s: %s',
    async ([kind, script]) => {
      project.lay(kind)
      const before = project.names()
      const { dataFolder, folder, home, root } = ground
      const cache = join(root, 'cache')
      const order = { home, dataFolder, cache, folder, command: project.command(script) }
      const host = fileURLToPath(new URL('./killed-run.fixture.ts', import.meta.url))
      const killed = spawnSync(process.execPath, [host, JSON.stringify(order)])
      expect(killed.signal, killed.stderr.toString()).toBe('SIGKILL')
      const again = await ground.find()
      if (again.type !== 'found') throw new Error(again.reason)
      await until(() => again.sandbox.findings(folder).length > 0)
      project.look()
      expect(project.hasRun).toBe(false)
      const left = project.names().filter((name) => !before.includes(name))
      expect(left.filter((name) => /^\.git(?:$|\/(?!index))/.test(name))).toEqual([])
    },
  )

  test('does not keep git from working, inside and outside, and the repository stays as it was', async () => {
    project.lay('repository')
    const before = project.names()
    const job = start(supervisor, 'echo ready; sleep 9000', {
      folder: ground.folder,
      sandboxPolicy: OPEN,
    })
    await job.ready
    writeFileSync(join(ground.folder, 'outside'), '')
    project.git('add', 'outside')
    project.git('commit', '-q', '-m', 'outside')
    project.git('worktree', 'list')
    expect(project.git('fsck')).toBe('')
    const printed = await run(
      'echo x > inside && git add inside && git commit -q -m inside && git checkout -q -b next && git stash -q; git gc -q && git rebase -q main && git status -s && git log --format=%s',
    )
    expect(printed).toBe('inside\noutside\nfirst\n')
    job.abort()
    await job.outcome
    project.git('checkout', '-q', 'main')
    project.git('branch', '-D', 'next')
    const now = project.names().filter((name) => /^\.git\/[^/]+$/.test(name))
    const expected = new Set([...before, ...GIT_FILES])
    expect(now.filter((name) => !expected.has(name))).toEqual([])
    expect(project.git('status', '-s')).toBe('')
  })

  test('a split index that changes a submodule does not damage the repository', async () => {
    project.lay('repository')
    const git = (command: string): void =>
      void execFileSync('bash', ['-c', project.command(command)], {
        cwd: ground.folder,
        stdio: 'pipe',
      })
    git(
      'git init -q sub; git -C sub commit -q --allow-empty -m one; link sub; git update-index --split-index',
    )
    git('mkdir -p .git/hooks; echo exit > .git/hooks/pre-push')
    await run('git -C sub commit -q --allow-empty -m two; git add sub')
    expect(project.git('ls-files', '-s', 'sub')).toContain('160000')
    expect(supervisor.findings(ground.folder)).toEqual([])
    expect(existsSync(join(ground.folder, '.git/hooks/pre-push'))).toBe(true)
  })

  const GIT_FILES = [
    'ORIG_HEAD',
    'packed-refs',
    'info',
    'logs',
    'COMMIT_EDITMSG',
    'gc.log',
    'index',
    'branches',
  ].map((name) => `.git/${name}`)

  test('files that other tools run are named when a command changes them', async () => {
    project.lay('folder')
    await run('echo x > .envrc; mkdir .vscode; echo {} > .vscode/tasks.json; echo x > other')
    expect(supervisor.findings(ground.folder)).toEqual([
      'Changed while this ran, and run by other tools outside the sandbox: .envrc (direnv runs it), .vscode/tasks.json (VS Code takes tasks and settings from it).',
    ])
    await run('cat .envrc; echo y > other')
    expect(supervisor.findings(ground.folder)).toEqual([])
  })

  const INCLUDES = [
    ['a file', 'touch .gitconfig', '../.gitconfig', 'set_in .gitconfig'],
    [
      'a file that is replaced',
      'touch .gitconfig',
      '../.gitconfig',
      'set_in c; mv -f c .gitconfig',
    ],
    ['a file that is not there', ':', '../.gitconfig', 'set_in .gitconfig'],
    ['a file deeper down', 'mkdir a; touch a/b', '../a/b', 'mv a c; mkdir -p a; set_in a/b'],
    ['a link', 'ln -s real .gitconfig; touch real', '../.gitconfig', 'set_in real'],
    [
      'a link that is replaced',
      'ln -s real .gitconfig',
      '../.gitconfig',
      'rm .gitconfig; set_in .gitconfig',
    ],
    ['a file in .git', ':', 'more', 'set_in .git/more'],
    [
      'what an included file includes',
      'git config -f a include.path b; touch b',
      '../a',
      'set_in b',
    ],
  ] as const
  test.for(oneOfEvery(4, INCLUDES))(
    'includes of the repository are left as they are: %s',
    async ([, before, included, script]) => {
      const lay = (): void => {
        project.lay('repository')
        const { folder } = ground
        execFileSync('bash', ['-c', before], { cwd: folder, stdio: 'pipe' })
        project.git('config', 'include.path', included)
      }
      lay()
      await run(script)
      project.look()
      expect(project.hasRun).toBe(false)
      lay()
      execFileSync('bash', ['-c', project.command(script)], { cwd: ground.folder, stdio: 'pipe' })
      project.look()
      expect(project.hasRun, 'it works without the sandbox').toBe(true)
    },
  )

  test('an included file stays in place, with changes that the person makes meanwhile', async () => {
    project.lay('repository')
    const file = join(ground.folder, '.gitconfig')
    writeFileSync(file, '[user]\n')
    const options = { folder: ground.folder, sandboxPolicy: OPEN }
    const job = start(supervisor, 'echo ready; sleep 9000', options)
    await job.ready
    project.git('config', 'include.path', '../.gitconfig')
    project.git('config', '-f', file, 'user.name', 'me')
    job.abort()
    await job.outcome
    await run('cat .gitconfig')
    expect(readFileSync(file, 'utf8')).toContain('me')
    expect(supervisor.findings(ground.folder)).toEqual([])
  })

  test('hooks that the settings take from the folder, and commands that a rebase would run, are named', async () => {
    project.lay('repository')
    project.git('config', 'core.hooksPath', 'tools/hooks')
    await run('mkdir -p tools/hooks; echo exit > tools/hooks/pre-commit; echo x > tools/other')
    expect(supervisor.findings(ground.folder)).toEqual([
      'Changed while this ran, and run by other tools outside the sandbox: tools/hooks/pre-commit (git runs it as a hook).',
    ])
    const rebase = (todo: string): Promise<string> =>
      run(
        `git commit -q --allow-empty -m x; GIT_SEQUENCE_EDITOR='printf "${todo}" >' git rebase -q -i HEAD~1; true`,
      )
    await rebase('break\\nexec touch ran\\n')
    expect(supervisor.findings(ground.folder)).toEqual([
      'Changed while this ran, and run by other tools outside the sandbox: .git/rebase-merge/git-rebase-todo (git rebase --continue runs what it names).',
    ])
    await run('git rebase --abort')
    await rebase('break\\npick HEAD\\n')
    expect(supervisor.findings(ground.folder)).toEqual([])
  })

  test('hooks that the settings of a nested repository take from it are named', async () => {
    project.lay('repository')
    const hooks = 'mkdir -p sub/.hooks; cd sub; git init -q; git config core.hooksPath .hooks'
    execFileSync('bash', ['-c', hooks], { cwd: ground.folder, stdio: 'pipe' })
    await run('echo exit > sub/.hooks/pre-commit; echo x > sub/other')
    expect(supervisor.findings(ground.folder)).toEqual([
      'Changed while this ran, and run by other tools outside the sandbox: sub/.hooks/pre-commit (git runs it as a hook).',
    ])
    await run('true')
    expect(supervisor.findings(ground.folder)).toEqual([])
  })

  test('a bare repository is guarded too', async () => {
    project.lay('folder')
    project.git('init', '-q', '--bare', '.')
    const config = readFileSync(join(ground.folder, 'config'), 'utf8')
    await run('set_in config; mkdir -p info; mv config c; echo x > hooks/update; mkdir .git')
    expect(readFileSync(join(ground.folder, 'config'), 'utf8')).toBe(config)
    expect(existsSync(join(ground.folder, 'hooks/update'))).toBe(false)
    project.look()
    expect([project.hasRun, project.git('rev-parse', '--is-bare-repository')]).toEqual([
      false,
      'true\n',
    ])
    mkdirSync(join(ground.folder, 'free'))
  })
})
