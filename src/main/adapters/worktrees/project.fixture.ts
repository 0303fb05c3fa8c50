import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConversationId } from '../../../shared/ids.ts'
import type { WorktreeFacts } from '../../../shared/protocol/worktree.ts'
import type { WorktreePort } from '../../runtime/ports/worktree-port.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { Ground, sandboxedSupervisor } from '../sandbox/sandbox.fixture.ts'
import { createWorktrees } from './worktree-port.ts'

export const ID = ConversationId.parse('c')
export const BRANCH = 'phoenix/fix'

export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', [...args], { cwd: folder, stdio: 'pipe' }).toString()
}

/** A repository with a commit, and the port that makes worktrees of it. */
export class Project implements AsyncDisposable {
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

  /** The port after the next start. */
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

/** Makes the worktree and commits in it. */
export async function committed(project: Project, text = 'two\n'): Promise<void> {
  await project.make()
  writeFileSync(project.inTree('a.txt'), text)
  git(project.path, 'commit', '-qam', 'Second')
}
