import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { isInside } from '../../system/folders.ts'
import { readRegular } from '../../data-folder/regular-file.ts'
import { foldersAbove } from './covers.ts'
import { settingsIn } from './git-config.ts'
import { gitdirIn } from './gitdir.ts'
import type { Mount } from './git-mounts.ts'

/**
 * The files that the user's git config takes from a folder that commands change. Everything inside the folder, existing or
 * not.
 */
export interface NamedByGit {
  /** Config files that the repository's config includes. */
  readonly includes: readonly string[]
  /** Folders of hooks. */
  readonly hooks: readonly string[]
}

const MOST_FILES = 50
const MOST_BYTES = 1024 * 1024

/** Reads the config of the repository that the folder is in; for hooks also the user's config. */
export function namedByGit(folder: string, home: string): NamedByGit {
  const top = [folder, ...foldersAbove(folder)].find((path) => exists(join(path, '.git'))) ?? folder
  const common = commonFolder(top)
  const repository = ['config', 'config.worktree'].map((name) => join(common, name))
  const read = readAll(repository, home)
  const person = readAll([join(home, '.gitconfig'), join(home, '.config', 'git', 'config')], home)
  const hooks = [...person.hooks, ...read.hooks].map((path) => resolve(top, path))
  const isOurs = (path: string): boolean => path !== folder && isInside(path, folder)
  return { includes: read.includes.filter(isOurs), hooks: hooks.filter(isOurs) }
}

/** The folder of a repository's config: for a linked work tree, the main repository's. */
function commonFolder(top: string): string {
  const git = join(top, '.git')
  const target = gitdirIn(textOf(git))
  if (target === undefined) return exists(git) ? git : top
  const own = resolve(top, target)
  const common = textOf(join(own, 'commondir')).trim()
  return common === '' ? own : resolve(own, common)
}

/** Reads these files and everything that they include. */
function readAll(files: readonly string[], home: string): NamedByGit {
  const includes = new Set<string>()
  const hooks: string[] = []
  const waiting = [...files]
  const seen = new Set<string>()
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    if (seen.has(file) || seen.size >= MOST_FILES) continue
    seen.add(file)
    for (const { name, value } of settingsIn(textOf(file))) {
      const path = value.replace(/^~(?=\/)/, home)
      if (name === 'core.hookspath') hooks.push(path)
      if (name !== 'include.path' && !/^includeif\..*\.path$/s.test(name)) continue
      const included = isAbsolute(path) ? resolve(path) : resolve(dirname(file), path)
      includes.add(included)
      waiting.push(included)
    }
  }
  return { includes: [...includes], hooks }
}

/**
 * Protects included files: each existing one, even behind a link, and the folders on the path to it, which could be moved
 * aside. `laid` is already mounted and must not be opened again.
 */
export function includeMounts(
  includes: readonly string[],
  folder: string,
  laid: readonly Mount[],
): readonly Mount[] {
  const isShut = (path: string): boolean =>
    laid.some((mount) => mount.as !== 'writable' && isInside(path, mount.path))
  const isFree = (path: string): boolean => !laid.some((mount) => mount.path === path)
  const files = [...new Set(includes.flatMap((path) => realFile(path) ?? []))].filter(
    (path) => isInside(path, folder) && !isShut(path),
  )
  const above = files.flatMap((path) => foldersAbove(path))
  const parents = above.filter(
    (parent) => parent !== folder && isInside(parent, folder) && isFree(parent),
  )
  return [
    ...[...new Set(parents)].map((path): Mount => ({ path, as: 'writable' })),
    ...files.map((path): Mount => ({ path, as: 'readOnly' })),
  ]
}

/** The kind of what is at the path of an included file; a file may change its content but must stay a file. */
export function kindAt(path: string): string {
  try {
    const facts = lstatSync(path)
    if (facts.isSymbolicLink()) return `a link to ${readlinkSync(path)}`
    return facts.isFile() ? 'a file' : 'no file'
  } catch {
    return NOTHING
  }
}

export const NOTHING = 'nothing'

function realFile(path: string): string | null {
  try {
    const real = realpathSync(path)
    return lstatSync(real).isFile() ? real : null
  } catch {
    return null
  }
}

function exists(path: string): boolean {
  return kindAt(path) !== NOTHING
}

function textOf(path: string): string {
  try {
    return readRegular(path, MOST_BYTES).toString()
  } catch {
    return ''
  }
}
