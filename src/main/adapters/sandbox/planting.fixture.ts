import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shellQuote } from '../processes/spawn/shell-quote.ts'
import type { Ground } from './sandbox.fixture.ts'

/** A way to make the user's own git run a program by planting files in the folder. */
export interface Planting {
  readonly name: string
  /** The folder's initial state: a repository with a commit, or no repository at all. */
  readonly in: 'repository' | 'folder'
  /** `$MARK` is the file that the planted program makes; `$SET` gives git's settings file $1 the program. */
  readonly script: string
  /** Default: it works whenever no sandbox is in the way. */
  readonly isHarmless?: true
}

/** A nested repository at $1, with one commit and the program. */
const NESTED = `nested() { git init -q "$1" && git -C "$1" commit -q --allow-empty -m x && set_in "$1/.git/config"; }
link() { git update-index --add --cacheinfo "160000,$(git -C "$1" rev-parse HEAD),$1"; }
bare() { mkdir -p objects refs && echo ref: refs/heads/main > HEAD && printf '[core]\nrepositoryformatversion = 0\nbare = false\nworktree = %s\n' "$PWD" > config && set_in config; }`

export const PLANTINGS: readonly Planting[] = [
  {
    name: 'a commondir that leads to other settings',
    in: 'repository',
    script: 'cp -r .git evil; set_in evil/config; echo ../evil > .git/commondir',
  },
  {
    name: 'a commondir in place of the one that is there',
    in: 'repository',
    script:
      'cp -r .git evil; set_in evil/config; rm -f .git/commondir; echo ../evil > c; mv c .git/commondir',
  },
  { name: 'settings', in: 'repository', script: 'set_in .git/config' },
  { name: 'a bare repository', in: 'folder', script: 'bare' },
  {
    name: 'a bare repository in place of one without a HEAD',
    in: 'repository',
    script: 'rm .git/HEAD; bare',
  },
  { name: 'a repository', in: 'folder', script: 'git init -q . && set_in .git/config' },
  {
    name: 'a nested repository that the index names',
    in: 'repository',
    script: 'mkdir -p a/b; nested a/b/c; link a/b/c',
  },
  {
    name: 'one that an index of version 4 names',
    in: 'repository',
    script: 'mkdir -p a/b; nested a/b/c; link a/b/c; git update-index --index-version 4',
  },
  {
    name: 'one that a shared index names',
    in: 'repository',
    script: 'mkdir -p a/b; nested a/b/c; link a/b/c; git update-index --split-index',
  },
  {
    name: 'one that a split index makes of a file, without a name',
    in: 'repository',
    script:
      'mkdir -p a/b; echo x > a/b/c; git add a; git update-index --split-index; rm a/b/c; nested a/b/c; link a/b/c',
  },
  {
    name: 'one in a harmless one',
    in: 'repository',
    script:
      'mkdir -p a/b; git init -q a/b/c; (cd a/b/c; mkdir -p d; nested d/e; link d/e; git commit -q -m x); link a/b/c',
  },
  {
    name: 'one with settings elsewhere',
    in: 'repository',
    script:
      'mkdir -p a/b; nested a/b/c; link a/b/c; mv a/b/c/.git evil; echo "gitdir: ../../../evil" > a/b/c/.git',
  },
  {
    name: 'one by a link',
    in: 'repository',
    script:
      'mkdir -p a/b; nested a/b/c; link a/b/c; mv a/b/c/.git evil; ln -s ../../../evil a/b/c/.git',
  },
  {
    name: 'one with its settings among the modules',
    in: 'repository',
    script:
      'mkdir -p a/b .git/modules; nested a/b/c; link a/b/c; mv a/b/c/.git .git/modules/c && echo "gitdir: ../../../.git/modules/c" > a/b/c/.git',
  },
  {
    name: 'one whose settings seem to be among the modules, behind a NUL',
    in: 'repository',
    script:
      "nested sub; mv sub/.git evil; printf 'gitdir: ../evil\\0/../.git/modules/x' > sub/.git",
  },
  {
    name: 'one whose settings seem to be among the modules, behind a link',
    in: 'repository',
    script:
      'nested sub; mkdir -p evil/a/b evil/.git/modules; mv sub/.git evil/.git/modules/x; ln -s ../evil/a/b sub/link; echo "gitdir: link/../../.git/modules/x" > sub/.git',
  },
  {
    name: 'one whose settings seem to be among the modules, behind a link whose name is not UTF-8',
    in: 'repository',
    script:
      "nested sub; mkdir -p evil/a/b evil/.git/modules; mv sub/.git evil/.git/modules/x; ln -s ../evil/a/b \"sub/$(printf '\\377')\"; printf 'gitdir: \\377/../../.git/modules/x' > sub/.git",
  },
  { name: 'one right in the folder, which editors open', in: 'folder', script: 'nested sub' },
]

/** A project, and the user who looks at it with git. */
export class Project {
  readonly ground: Ground
  readonly mark: string

  constructor(ground: Ground) {
    this.ground = ground
    this.mark = join(ground.home, 'mark')
  }

  lay(kind: Planting['in']): void {
    const { folder } = this.ground
    rmSync(folder, { recursive: true, force: true })
    rmSync(this.mark, { force: true })
    mkdirSync(folder)
    writeFileSync(join(folder, 'file'), 'text')
    if (kind === 'folder') return
    const kept = join(this.ground.root, 'first commit')
    if (existsSync(kept)) return cpSync(kept, folder, { recursive: true, preserveTimestamps: true })
    const git = (...args: readonly string[]): Buffer => execFileSync('git', args, this.#options())
    git('init', '-q', '-b', 'main', '--template=')
    git('add', '.')
    git('commit', '-q', '-m', 'first')
    cpSync(folder, kept, { recursive: true, preserveTimestamps: true })
  }

  /** A planting as a command. */
  command(script: string): string {
    const settings = `[core]\nfsmonitor = ${JSON.stringify(`touch ${shellQuote(this.mark)}; false`)}\n`
    return `export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@a
set_in() { printf %s ${shellQuote(settings)} >> "$1"; }
${NESTED}
${script}`
  }

  /** Does what a user or an editor does: git looks at the folder, and at the repositories directly in it. */
  look(): void {
    const { folder } = this.ground
    const nested = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && existsSync(join(folder, entry.name, '.git')),
    )
    for (const at of [folder, ...nested.map(({ name }) => join(folder, name))]) {
      spawnSync('git', ['status'], { ...this.#options(), cwd: at })
    }
  }

  /** True if the planted program has run. */
  get hasRun(): boolean {
    return existsSync(this.mark)
  }

  /** All names in the repository, except its objects. */
  names(): readonly string[] {
    const all = readdirSync(this.ground.folder, { recursive: true, encoding: 'utf8' })
    return all.filter((name) => !name.includes('objects')).toSorted()
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', args, this.#options()).toString()
  }

  #options(): { cwd: string; env: NodeJS.ProcessEnv; stdio: 'pipe' } {
    const who = { NAME: 'a', EMAIL: 'a@a' }
    const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'], HOME: this.ground.home }
    for (const [name, value] of Object.entries(who)) {
      env[`GIT_AUTHOR_${name}`] = value
      env[`GIT_COMMITTER_${name}`] = value
    }
    return { cwd: this.ground.folder, env, stdio: 'pipe' }
  }
}
