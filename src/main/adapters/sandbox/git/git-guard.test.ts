import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isPosix } from '../../tools/workspace-for-each.fixture.ts'
import { temporaryFolder } from '../../processes/supervisor-fixture.ts'
import { createGitGuard, type GitGuard } from './git-guard.ts'

/** Neither root nor the owner of anything here. */
const ORDINARY = 65_534
const isRoot = process.getuid?.() === 0
/** False for the root of most containers. */
const canMount =
  isRoot && process.platform === 'linux' && spawnSync('unshare', ['--mount', 'true']).status === 0

/** A folder of an ordinary account, which obeys permissions, and that account's guard. */
class Guarded implements Disposable {
  readonly #ground = temporaryFolder()
  readonly folder = join(realpathSync(this.#ground.path), 'folder')
  readonly guard: GitGuard
  readonly #isSmall: boolean

  /** `isSmall`: the folder is a disk of its own, which only somebody who may mount can have. */
  constructor(isSmall = false) {
    this.#isSmall = isSmall
    if (isRoot) execFileSync('chown', [`${ORDINARY}`, this.#ground.path])
    if (isSmall) {
      mkdirSync(this.folder)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=777', 'tmpfs', this.folder])
    }
    this.#become(ORDINARY)
    if (!isSmall) mkdirSync(this.folder)
    this.guard = createGitGuard(join(this.#ground.path, 'own'), this.#ground.path)
  }

  at(name: string): string {
    return join(this.folder, name)
  }

  write(name: string, text = name): void {
    mkdirSync(join(this.at(name), '..'), { recursive: true })
    writeFileSync(this.at(name), text)
  }

  /** A guarded run that does this. Returns the findings. */
  async run(command: () => void): Promise<readonly string[]> {
    const guarded = await this.guard.guard(this.folder)
    if (!guarded.ok) throw new Error(guarded.error)
    command()
    await guarded.value.release()
    return this.guard.findings(this.folder)
  }

  repository(name: string): string {
    const git = this.at(`${name}/.git`)
    for (const each of ['objects', 'refs']) mkdirSync(join(git, each), { recursive: true })
    writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n')
    return git
  }

  #become(id: number): void {
    if (isRoot) process.seteuid?.(id)
  }

  [Symbol.dispose](): void {
    this.#become(0)
    if (this.#isSmall) execFileSync('umount', ['-l', this.folder])
    execFileSync('chmod', ['-R', 'u+rwX', this.#ground.path])
    this.#ground[Symbol.dispose]()
  }
}

function fillDisk(guarded: Guarded): void {
  const file = openSync(guarded.at('fill'), 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(4096))
  } catch {
    closeSync(file)
  }
}

function closeRepository(guarded: Guarded): void {
  chmodSync(guarded.at('.git'), 0o555)
}

const RUN = 'Changed while this ran, and run by other tools outside the sandbox'

test.runIf(isPosix)(
  'a folder that a command makes unreadable is named, and later commands run and are checked',
  async () => {
    using guarded = new Guarded()
    guarded.write('.vscode/tasks.json')
    const own = readdirSync(guarded.folder)
    const evil = guarded.at('sub/.git')
    for (const mode of [0o444, 0o311, 0o000]) {
      const findings = await guarded.run(() => {
        guarded.repository('sub')
        writeFileSync(join(evil, 'config'), '[core]\nfsmonitor = evil\n')
        chmodSync(guarded.at('.vscode'), mode)
      })
      expect(findings.join('\n')).toContain(`${RUN}: .vscode`)
      expect(existsSync(evil), 'the nested repository is moved aside').toBe(false)
      expect(readdirSync(guarded.folder)).toEqual([...own, 'sub'])
      chmodSync(guarded.at('.vscode'), 0o755)
    }
    expect(await guarded.run(() => undefined)).toEqual([])
    expect(await guarded.run(() => guarded.write('.vscode/tasks.json', 'new'))).toEqual([
      expect.stringContaining('.vscode/tasks.json'),
    ])
  },
)

test.runIf(isPosix)(
  'what git would obey exists while commands run, so no name in other letters can become it, and not after',
  async () => {
    using guarded = new Guarded()
    guarded.repository('.')
    mkdirSync(guarded.at('.git/info'))
    const own = readdirSync(guarded.at('.git'), { recursive: true })
    const names = ['commondir', 'config', 'hooks', 'info/attributes', 'modules', 'worktrees']
    const missing: string[] = []
    await guarded.run(() => {
      missing.push(...names.filter((name) => !existsSync(guarded.at(`.git/${name}`))))
    })
    expect(missing).toEqual([])
    expect(readdirSync(guarded.at('.git'), { recursive: true })).toEqual(own)
  },
)

test.runIf(isPosix).each([
  ['entered', 0o444],
  ['listed', 0o311],
  ['entered or listed', 0o000],
])('a repository that cannot be %s stops no command', async (_name, mode) => {
  using guarded = new Guarded()
  guarded.repository('.')
  await guarded.run(() => chmodSync(guarded.at('.git'), mode))
  const laid = await guarded.guard.guard(guarded.folder)
  expect(laid).toMatchObject({
    value: { mounts: [{ path: guarded.at('.git'), as: 'readOnly' }] },
  })
})

test.runIf(isPosix)('a commondir that a kill left unwritten is written, and goes', async () => {
  using guarded = new Guarded()
  guarded.repository('.')
  const commondir = guarded.at('.git/commondir')
  guarded.write('.git/commondir', '')
  const during: string[] = []
  await guarded.run(() => during.push(readFileSync(commondir, 'utf8')))
  expect([during, existsSync(commondir)]).toEqual([['.\n'], false])
})

test.runIf(isPosix)(
  'a repository that a person creates while a command runs keeps nothing of the guard after the last run',
  async () => {
    using guarded = new Guarded()
    const first = await guarded.guard.guard(guarded.folder)
    guarded.repository('.')
    const own = readdirSync(guarded.at('.git')).toSorted()
    await guarded.run(() => undefined)
    if (first.ok) await first.value.release()
    expect(readdirSync(guarded.at('.git')).toSorted()).toEqual(own)
  },
)

test.runIf(isPosix).each<[string, (hook: string) => void]>([
  ['is rewritten', (hook) => writeFileSync(hook, 'evil', { mode: 0o755 })],
  ['becomes a program', (hook) => chmodSync(hook, 0o755)],
])('a nested repository in which a hook that was there %s is moved aside', async (_how, change) => {
  using guarded = new Guarded()
  const git = guarded.repository('sub')
  guarded.write('sub/.git/hooks/pre-commit', 'mine')
  expect(await guarded.run(() => undefined)).toEqual([])
  expect(await guarded.run(() => change(join(git, 'hooks/pre-commit')))).toEqual([
    expect.stringContaining('it has the hook pre-commit'),
  ])
})

/** Makes it impossible to create anything in the repository. */
const CLOSINGS = [
  ['on a full disk', true, fillDisk],
  ['in a repository that cannot be changed', false, closeRepository],
] as const

test.runIf(isPosix).for(CLOSINGS.filter(([, isSmall]) => !isSmall || canMount))(
  '%s, commands run, and the repository stays as it was',
  async ([, isSmall, close]) => {
    using guarded = new Guarded(isSmall)
    guarded.repository('.')
    close(guarded)
    const own = readdirSync(guarded.at('.git'), { recursive: true })
    const laid = await guarded.guard.guard(guarded.folder)
    expect(laid).toMatchObject({
      value: { mounts: [{ path: guarded.at('.git'), as: 'readOnly' }] },
    })
    if (laid.ok) await laid.value.release()
    expect(readdirSync(guarded.at('.git'), { recursive: true })).toEqual(own)
  },
)

test.runIf(isPosix).each([
  ['a nested repository that cannot be listed', 'sub/.git', 0o311],
  ['a nested repository with hooks that cannot be listed', 'sub/.git/hooks', 0o311],
  ['a nested repository in a folder that cannot be changed', 'sub', 0o555],
])('%s is moved aside', async (_name, closed, mode) => {
  using guarded = new Guarded()
  await guarded.run(() => {
    const git = guarded.repository('sub')
    mkdirSync(join(git, 'hooks'))
    const isHook = closed.endsWith('hooks')
    if (isHook) writeFileSync(join(git, 'hooks/pre-commit'), 'evil')
    else writeFileSync(join(git, 'config'), '[core]\nfsmonitor = evil\n')
    chmodSync(guarded.at(closed), mode)
  })
  expect(existsSync(guarded.at('sub/.git'))).toBe(false)
})

test.runIf(isPosix)(
  'a folder that becomes a repository and cannot be listed is none after the run',
  async () => {
    using guarded = new Guarded()
    await guarded.run(() => {
      for (const each of ['objects', 'refs']) mkdirSync(guarded.at(each))
      for (const each of ['HEAD', 'config']) guarded.write(each)
      chmodSync(guarded.folder, 0o311)
    })
    expect(existsSync(guarded.at('HEAD'))).toBe(false)
  },
)

test.runIf(isPosix)('a submodule with its repository among the modules stays', async () => {
  using guarded = new Guarded()
  guarded.repository('.')
  mkdirSync(guarded.at('.git/modules/x'), { recursive: true })
  await guarded.run(() => {
    guarded.write('sub/.git', 'gitdir: ../.git/modules/x\n')
    guarded.write('other/.git', 'gitdir: ../evil\n')
  })
  expect(existsSync(guarded.at('sub/.git'))).toBe(true)
  expect(existsSync(guarded.at('other/.git'))).toBe(false)
})

test.runIf(isPosix)('an index in a folder that cannot be listed is moved aside', async () => {
  using guarded = new Guarded()
  guarded.repository('.')
  await guarded.run(() => {
    guarded.write('.git/index')
    chmodSync(guarded.at('.git'), 0o311)
  })
  expect(existsSync(guarded.at('.git/index'))).toBe(false)
})
