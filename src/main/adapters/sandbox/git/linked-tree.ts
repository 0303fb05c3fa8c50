import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readRegular } from '../../data-folder/regular-file.ts'
import { gitdirIn } from './gitdir.ts'

/** The location of a linked work tree's repository. All paths are real. */
export interface LinkedTree {
  /** The `.git` folder of the repository. */
  readonly common: string
  /** The part of it that belongs to this work tree. */
  readonly own: string
}

/**
 * Null if the folder is not a linked work tree, or its repository does not confirm it. A file named `.git` can name any
 * repository; only git, run by a person, records in a repository that this folder is one of its work trees.
 */
export function linkedTree(folder: string): LinkedTree | null {
  try {
    return findLinkedTree(folder)
  } catch {
    return null
  }
}

/** The same, but throws the disk's errors. */
export function findLinkedTree(folder: string): LinkedTree | null {
  const own = gitdirIn(textOf(join(folder, '.git')))
  if (own === undefined || realpathSync(own) !== own) return null
  const common = dirname(dirname(own))
  const isOfRepository =
    basename(dirname(own)) === 'worktrees' &&
    basename(common) === '.git' &&
    textOf(join(own, 'commondir')).trim() === '../..' &&
    textOf(join(own, 'gitdir')).trim() === join(folder, '.git')
  return isOfRepository ? { common, own } : null
}

/** Throws if it is not a regular file. */
function textOf(path: string): string {
  return readRegular(path).toString()
}
