import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'
import type { RunOutcome } from '../processes/runs/run-outcome.ts'
import type { RunRequest } from '../processes/runs/start-run.ts'
import type { Supervisor, SupervisorOptions } from '../processes/supervisor.ts'
import { requestOf, supervisorOn } from '../processes/supervisor-fixture.ts'
import { isWithinOneOf } from './git/covers.ts'
import { findSandbox } from './find-sandbox.ts'
import { volatilePlaces } from './places-of-linux.ts'
import type { FoundSandbox } from './sandbox.ts'

export const OPEN: SandboxPolicy = { folder: 'writable', network: true }

/** The first of these folders that no profile replaces by a temp folder: a home may be in one. */
function lastingFolder(): string {
  const project = resolve(import.meta.dirname, '../../../..', 'node_modules')
  const folders = [homedir(), project].map((folder) => join(folder, '.cache'))
  const covers = volatilePlaces().map(({ path }) => path)
  return folders.find((folder) => !isWithinOneOf(covers)(folder)) ?? join(homedir(), '.cache')
}

/** A home with secrets, a project and Phoenix's data in it, on a disk that no profile replaces by a temp folder. */
export class Ground implements Disposable {
  readonly root: string
  readonly home: string
  readonly folder: string
  readonly dataFolder: string

  constructor(base = lastingFolder()) {
    mkdirSync(base, { recursive: true })
    this.root = realpathSync(mkdtempSync(join(base, 'phoenix-test-')))
    this.home = join(this.root, 'home')
    this.folder = join(this.home, 'work', 'project')
    this.dataFolder = join(this.home, '.local', 'share', 'phoenix')
    for (const each of [this.folder, this.dataFolder]) mkdirSync(each, { recursive: true })
  }

  /** Writes a file in the home, and the folders that it needs. */
  write(name: string, content: string): string {
    const path = join(this.home, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    return path
  }

  find(environment: NodeJS.ProcessEnv = process.env, bubblewrap?: string): Promise<FoundSandbox> {
    return findSandbox({
      platform: process.platform,
      environment: { ...environment, XDG_CACHE_HOME: join(this.root, 'cache') },
      home: this.home,
      dataFolder: this.dataFolder,
      ...(bubblewrap !== undefined && { bubblewrap }),
    })
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

/** If this machine has no sandbox, the tests for that are skipped, with the sentence that people get. */
export const hasSandbox = await canSandbox()

async function canSandbox(): Promise<boolean> {
  using ground = new Ground()
  const found = await ground.find()
  if (found.type === 'missing') console.warn(`The sandbox is not tested here. ${found.reason}`)
  return found.type === 'found'
}

export function sandboxedSupervisor(
  dataFolder: string,
  found: FoundSandbox,
  options: Partial<SupervisorOptions> = {},
): Supervisor {
  const sandbox = found.type === 'found' ? found.sandbox : null
  return supervisorOn(dataFolder, { sandbox, ...options })
}

/** Runs a command in the project of the ground. */
export function runIn(
  supervisor: Supervisor,
  ground: Ground,
  command: string,
  options: Partial<RunRequest> = {},
): Promise<RunOutcome> {
  return supervisor.run(
    requestOf(command, { folder: ground.folder, sandboxPolicy: OPEN, ...options }),
  )
}

export function printedBy(outcome: RunOutcome): string {
  return 'printed' in outcome ? outcome.printed.text : JSON.stringify(outcome)
}
