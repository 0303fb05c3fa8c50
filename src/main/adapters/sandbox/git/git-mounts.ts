import { accessSync, constants, lstatSync, readdirSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { faultCode } from '../../system/file-fault.ts'
import { readRegular } from '../../data-folder/regular-file.ts'
import { type LinkedTree, linkedTree } from './linked-tree.ts'
import { isBareLayout, OWN_COMMONDIR } from './planted.ts'

/** How a path on the disk appears in the sandbox. */
export interface Mount {
  readonly path: string
  readonly as: 'writable' | 'readOnly' | 'emptyFolder' | 'emptyFile'
}

/** Something that exists in the folder only during runs: nothing can be protected where nothing is. */
export interface Made {
  readonly path: string
  readonly as: 'folder' | 'file' | 'commondir'
}

export interface GitMounts {
  readonly mounts: readonly Mount[]
  readonly made: readonly Made[]
}

/** Git's hooks, and places with their own settings: other work trees and nested repositories. */
const FOLDERS = ['hooks', 'worktrees', 'modules']

/**
 * Prevents a command from setting up anything that the user's git, or an editor's, would run outside. `.git` becomes a
 * mount, because a mount can be neither moved nor removed. What cannot be protected this way (a link can always be replaced)
 * is read-only as a whole; a `.git` that is a link makes the call invalid.
 */
export function gitMounts(folder: string): Result<GitMounts, string> {
  const git = join(folder, '.git')
  const facts = factsOf(git)
  if (facts === null && isClosedToUs(folder)) return ok({ mounts: [], made: [] })
  if (facts === null || isEmptyFolder(git, facts)) {
    const none: GitMounts = {
      mounts: [{ path: git, as: 'emptyFolder' }],
      made: [{ path: git, as: 'folder' }],
    }
    if (!isBareLayout(folder)) return ok(none)
    const bare = repositoryMounts(folder)
    return ok({ mounts: [...none.mounts, ...bare.mounts], made: [...none.made, ...bare.made] })
  }
  if (facts.isSymbolicLink()) return failed(`${git} is a link, which the sandbox cannot protect.`)
  if (facts.isDirectory()) return ok(canBeLookedInto(git) ? repositoryMounts(git) : asOne(git))
  const linked = linkedTree(folder)
  return ok(linked === null ? asOne(git) : treeMounts(git, linked))
}

/**
 * True if nothing can be created in the folder: it is another account's, or on a read-only disk. In our own folder, a
 * command could change the permissions.
 */
function isClosedToUs(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return false
  } catch (error) {
    return faultCode(error) === 'EROFS' || statSync(folder).uid !== process.geteuid?.()
  }
}

/** A command may have taken this permission away; then its git does nothing there either. */
function canBeLookedInto(folder: string): boolean {
  try {
    readdirSync(folder)
    factsOf(join(folder, 'HEAD'))
    return true
  } catch {
    return false
  }
}

function repositoryMounts(git: string): GitMounts {
  const info = join(git, 'info')
  const attributes = join(info, 'attributes')
  const files = [
    join(git, 'config'),
    ...(namesWorktreeConfig(git) ? [join(git, 'config.worktree')] : []),
  ]
  const folders = FOLDERS.map((name) => join(git, name))
  const commondir = join(git, 'commondir')
  const all = [...files, ...folders, info, attributes, commondir]
  if (all.some((path) => factsOf(path)?.isSymbolicLink() === true)) return asOne(git)
  const parts = [...files.map(coverFile), ...folders.map(coverFolder)]
  const hasInfo = factsOf(info) !== null
  const ofInfo: readonly GitMounts[] = hasInfo
    ? [{ mounts: [{ path: info, as: 'writable' }], made: [] }, coverFile(attributes)]
    : [coverFolder(info)]
  const laid = [...parts, ...ofInfo, heldParts(git)]
  return {
    mounts: [
      { path: git, as: 'writable' },
      ...laid.flatMap(({ mounts }) => mounts),
      { path: commondir, as: 'readOnly' },
    ],
    made: [
      ...laid.flatMap(({ made }) => made),
      ...(isOwnOrNone(commondir) ? [{ path: commondir, as: 'commondir' } as const] : []),
    ],
  }
}

/**
 * A repository in which nothing can be created, because its disk is full or read-only or it is another account's, is read-only
 * as a whole. `why`: the error if there is none.
 */
export function closedRepository(folder: string, why: string): Result<readonly Mount[], string> {
  const git = join(folder, '.git')
  const facts = factsOf(git)
  if (facts === null || isEmptyFolder(git, facts)) return failed(why)
  return ok([...asOne(git).mounts, ...gitInSight(folder)])
}

/** For a command that may not write: the repository of a linked work tree may otherwise be invisible. */
export function gitInSight(folder: string): readonly Mount[] {
  const linked = linkedTree(folder)
  return linked === null ? [] : [{ path: linked.common, as: 'readOnly' }]
}

/**
 * The places that a commit in a linked work tree writes to: its own part of the repository, objects, branches and their
 * logs. The files that tell git where the rest is, and everything that git runs, stay protected.
 */
function treeMounts(git: string, { common, own }: LinkedTree): GitMounts {
  const parts = [
    ...(namesWorktreeConfig(common) ? [coverFile(join(own, 'config.worktree'))] : []),
    coverFolder(join(own, 'modules')),
    heldParts(common),
  ]
  const kept = ['commondir', 'gitdir'].map((name) => join(own, name))
  return {
    mounts: [
      { path: git, as: 'readOnly' },
      { path: common, as: 'readOnly' },
      { path: own, as: 'writable' },
      ...kept.map((path) => ({ path, as: 'readOnly' }) as const),
      ...parts.flatMap(({ mounts }) => mounts),
    ],
    made: parts.flatMap(({ made }) => made),
  }
}

/**
 * Each is a mount, so none can be replaced by a link: a later command in a linked work tree gets it as writable, and would
 * get the link's target.
 */
function heldParts(git: string): GitMounts {
  const folders = ['objects', 'refs', 'logs'].map((name) => join(git, name))
  const existing = folders.filter((path) => factsOf(path)?.isDirectory() === true)
  return { mounts: existing.map((path) => ({ path, as: 'writable' }) as const), made: [] }
}

function coverFile(path: string): GitMounts {
  return factsOf(path) === null
    ? { mounts: [{ path, as: 'emptyFile' }], made: [{ path, as: 'file' }] }
    : { mounts: [{ path, as: 'readOnly' }], made: [] }
}

function coverFolder(path: string): GitMounts {
  return factsOf(path) === null
    ? { mounts: [{ path, as: 'emptyFolder' }], made: [{ path, as: 'folder' }] }
    : { mounts: [{ path, as: 'readOnly' }], made: [] }
}

function asOne(git: string): GitMounts {
  return { mounts: [{ path: git, as: 'readOnly' }], made: [] }
}

function namesWorktreeConfig(git: string): boolean {
  return /worktreeconfig/i.test(textOf(join(git, 'config')) ?? '')
}

/** True if there is none, or one that an interrupted run has left: it may not have been written yet. */
export function isOwnOrNone(commondir: string): boolean {
  return factsOf(commondir) === null || ['', OWN_COMMONDIR].includes(textOf(commondir) ?? 'unread')
}

function textOf(path: string): string | null {
  try {
    return readRegular(path).toString()
  } catch {
    return null
  }
}

/** Also true for a folder that an interrupted run has left. */
function isEmptyFolder(path: string, facts: Stats): boolean {
  return facts.isDirectory() && canBeLookedInto(path) && readdirSync(path).length === 0
}

function factsOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null
}
