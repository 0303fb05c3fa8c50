import {
  accessSync,
  constants,
  lstatSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  type Stats,
  watch,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { faultCode } from '../system/file-fault.ts'
import { guard } from '../../runtime/guard.ts'

/** How a place of the disk shows in the sandbox. */
export interface Mount {
  readonly path: string
  readonly as: 'writable' | 'readOnly' | 'emptyFolder' | 'emptyFile'
}

/** What git is told by. */
const ALWAYS = ['hooks', 'config']
/** Of other work trees and of repositories within: they have settings of their own. */
const WHERE_THERE = ['worktrees', 'modules']

export interface GitGuard {
  readonly mounts: readonly Mount[]
  /** Takes back what the guard and the run have left in the folder. */
  readonly release: () => void
}

/**
 * Keeps a command from setting up what the person's git, or that of his editor, would run outside: hooks, settings, and a
 * repository of its own in place of none. `.git` becomes a mount, since a mount can be neither moved nor removed. What
 * cannot be kept this way (a link can always be replaced) is read-only as a whole; a `.git` that is a link is no call.
 */
export function guardGit(folder: string): Result<GitGuard, string> {
  const git = join(folder, '.git')
  const facts = factsOf(git)
  if (facts === null && isClosedToUs(folder)) return ok(NOTHING_TO_GUARD)
  if (facts === null || isEmptyFolder(git, facts)) return ok(guardAbsent(git))
  if (facts.isSymbolicLink()) return failed(`${git} is a link, which the sandbox cannot protect.`)
  if (!facts.isDirectory()) return ok(asOne(git))
  const parts = partsOf(git)
  if (parts.some((part) => part.facts?.isSymbolicLink() === true)) return ok(asOne(git))
  const mounts: readonly Mount[] = parts.map((part) => mountOver(part.path, part.facts))
  return ok({
    mounts: [{ path: git, as: 'writable' }, ...mounts],
    release: watchOver(join(git, 'commondir')),
  })
}

const NOTHING_TO_GUARD: GitGuard = { mounts: [], release: () => undefined }

/** Nothing can come into being in it: another's folder, or a disk that is read-only. One of ours can be opened by a command. */
function isClosedToUs(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return false
  } catch (error) {
    return faultCode(error) === 'EROFS' || statSync(folder).uid !== process.geteuid?.()
  }
}

interface Part {
  readonly path: string
  readonly facts: Stats | null
}

function partsOf(git: string): readonly Part[] {
  const partOf = (name: string): Part => ({
    path: join(git, name),
    facts: factsOf(join(git, name)),
  })
  const own = namesWorktreeConfig(git) ? [...ALWAYS, 'config.worktree'] : ALWAYS
  return [...own.map(partOf), ...WHERE_THERE.map(partOf).filter(({ facts }) => facts !== null)]
}

function mountOver(path: string, facts: Stats | null): Mount {
  if (facts !== null) return { path, as: 'readOnly' }
  return { path, as: path.endsWith('hooks') ? 'emptyFolder' : 'emptyFile' }
}

function asOne(git: string): GitGuard {
  return { mounts: [{ path: git, as: 'readOnly' }], release: () => undefined }
}

/** Runs in a folder without `.git`, by what holds its place: an empty folder, which git takes for none. */
const held = new Map<string, number>()

function guardAbsent(git: string): GitGuard {
  held.set(git, (held.get(git) ?? 0) + 1)
  return {
    mounts: [{ path: git, as: 'emptyFolder' }],
    release() {
      const others = (held.get(git) ?? 1) - 1
      held.set(git, others)
      if (others > 0) return
      held.delete(git)
      try {
        rmdirSync(git)
      } catch {
        // Never made, or a repository by now, which the person has made.
      }
    },
  }
}

/**
 * A `commondir` would send git elsewhere for its settings, and nothing can be mounted in its place without breaking git
 * outside. One that comes into being during the run goes at once.
 */
function watchOver(commondir: string): () => void {
  if (factsOf(commondir) !== null) return () => undefined
  const remove = (): void => {
    if (factsOf(commondir) !== null) rmSync(commondir, { recursive: true, force: true })
  }
  const stopWatching = onEntry(dirname(commondir), 'commondir', remove)
  return () => {
    stopWatching()
    remove()
  }
}

function onEntry(folder: string, wanted: string, then: () => void): () => void {
  try {
    const changed = guard('a change in .git', (_event: string, name: string | null) => {
      if (name === wanted) then()
    })
    const watcher = watch(folder, { persistent: false }, changed)
    watcher.on(
      'error',
      guard('the watcher of .git', () => watcher.close()),
    )
    return () => watcher.close()
  } catch {
    return () => undefined
  }
}

function namesWorktreeConfig(git: string): boolean {
  try {
    return /worktreeconfig/i.test(readFileSync(join(git, 'config'), 'utf8'))
  } catch {
    return false
  }
}

/** Also one that a run which was cut off has left behind. */
function isEmptyFolder(path: string, facts: Stats): boolean {
  return facts.isDirectory() && readdirSync(path).length === 0
}

function factsOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null
}
