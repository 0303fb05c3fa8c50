import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Supervisor } from '../../processes/supervisor.ts'
import { linkedTree } from './linked-tree.ts'
import { Ground, hasSandbox, printedBy, runIn, sandboxedSupervisor } from '../sandbox.fixture.ts'

function git(folder: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  return execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' }).toString()
}

/** A repository, and the folder as one of its work trees. */
function begin(ground: Ground): string {
  const main = join(dirname(ground.folder), 'main')
  mkdirSync(main)
  git(main, 'init', '-q', '-b', 'main')
  git(main, 'config', 'user.name', 'Ada')
  git(main, 'config', 'user.email', 'ada@example.org')
  writeFileSync(join(main, 'a.txt'), 'one\n')
  git(main, 'add', '.')
  git(main, 'commit', '-q', '-m', 'First')
  git(main, 'worktree', 'add', '-q', '-b', 'feature', ground.folder)
  return main
}

/** The script as a command that knows the folders of git. */
function changing(main: string, script: string): string {
  return `common=${main}/.git; own=$common/worktrees/project; (${script})`
}

/** What a work tree must not change in its repository, and how it is tied to it, but has been changed. */
function changesIn(main: string, folder: string): readonly string[] {
  const named = readdirSync(main, { recursive: true, encoding: 'utf8' })
  const changed = named.filter((name) => {
    if (name.includes('evil')) return true
    const path = join(main, name)
    if (!statSync(path).isFile() || path.endsWith('/x')) return false
    return readFileSync(path, 'latin1').includes('evil')
  })
  if (readFileSync(join(main, 'a.txt'), 'utf8') !== 'one\n') changed.push('a.txt')
  if (linkedTree(folder) === null) changed.push('.git')
  return changed
}

async function inTree<Value>(
  use: (parts: {
    readonly main: string
    readonly ground: Ground
    readonly run: (script: string, folder?: string) => Promise<string>
    readonly supervisor: Supervisor
  }) => Promise<Value>,
): Promise<Value> {
  using ground = new Ground()
  const main = begin(ground)
  const supervisor = sandboxedSupervisor(ground.dataFolder, await ground.find())
  const run = async (script: string, folder = ground.folder): Promise<string> =>
    printedBy(await runIn(supervisor, ground, script, { limitMs: 20_000, folder }))
  const value = await use({ main, ground, run, supervisor })
  await supervisor.close()
  return value
}

describe.skipIf(!hasSandbox)('a linked work tree in the sandbox', () => {
  test('commits, branches and the stash work in it, and in the repository too', async () => {
    await inTree(async ({ main, ground, run }) => {
      const work = 'echo two >> a.txt && git commit -qam Second && git switch -qc other'
      const stash = 'echo three >> a.txt && git stash -q && git stash pop -q && git status --short'
      expect(await run(`${work} && ${stash}`)).toContain(' M a.txt')
      expect(git(main, 'log', '--format=%s', 'feature')).toBe('Second\nFirst\n')
      expect(git(ground.folder, 'branch', '--show-current')).toBe('other\n')
      expect(await run('echo m >> a.txt && git commit -qam Main && echo done', main)).toContain(
        'done',
      )
      expect(git(main, 'log', '-1', '--format=%s')).toBe('Main\n')
      // What was put in place for the run is gone.
      expect(existsSync(join(main, '.git/worktrees', 'project', 'modules'))).toBe(false)
    })
  })

  const CHANGES = [
    ['hooks', 'echo evil > $common/hooks/pre-commit'],
    ['settings', 'git config core.fsmonitor evil'],
    ['settings by hand', 'echo "[core] fsmonitor = evil" >> $common/config'],
    ['another commondir', 'echo /evil > $own/commondir'],
    ['another commondir, moved in', 'echo /evil > $own/x && mv -f $own/x $own/commondir'],
    ['another gitdir', 'echo /evil > $own/gitdir'],
    ['a repository within', 'mkdir -p $own/modules/x && echo evil > $own/modules/x/config'],
    ['another .git', 'rm -f .git && git init -q && echo evil'],
    ['its part moved aside', 'mv $own $own-evil'],
    ['branches as a link', 'mv $common/refs $common/evil'],
    ['the work tree of the repository', 'echo evil > $common/../a.txt'],
    ['attributes', 'echo "* filter=evil" > $common/info/attributes'],
  ] as const

  test.each(CHANGES)('it cannot change %s', async (_what, script) => {
    await inTree(async ({ main, ground: { folder }, run }) => {
      expect(await run(`${changing(main, script)}; echo tried`)).toContain('tried')
      expect(changesIn(main, folder)).toEqual([])
    })
  })

  test.each(CHANGES)('without the sandbox it can change %s', (_what, script) => {
    using ground = new Ground()
    const main = begin(ground)
    expect(changesIn(main, ground.folder)).toEqual([])
    execFileSync('bash', ['-c', changing(main, script)], { cwd: ground.folder, stdio: 'pipe' })
    expect(changesIn(main, ground.folder)).not.toEqual([])
  })

  test('while a command runs in the repository, it cannot put a link where a work tree writes', async () => {
    await inTree(async ({ main, run }) => {
      const script =
        'for part in objects refs logs; do mv .git/$part .git/x-$part 2> /dev/null; done; ls .git'
      expect(await run(script, main)).not.toContain('x-')
    })
  })
})

test('a folder that names a repository which does not name it is not its work tree', () => {
  using ground = new Ground()
  const main = begin(ground)
  expect(linkedTree(ground.folder)).toEqual({
    common: join(main, '.git'),
    own: join(main, '.git/worktrees/project'),
  })
  const other = join(ground.home, 'other')
  mkdirSync(other)
  writeFileSync(join(other, '.git'), readFileSync(join(ground.folder, '.git')))
  expect(linkedTree(other)).toBeNull()
  expect(linkedTree(main)).toBeNull()
})
