import { basename, sep } from 'node:path'
import { foldersAbove } from './covers.ts'
import { includeMounts, namedByGit } from './git-names.ts'
import { isBareLayout } from './planted.ts'

/**
 * True if git, run by the person, may obey a file at this real path: what is in a repository, also in one that only its
 * layout makes (which begins with a `HEAD`), and what the config of the folder's repository includes.
 */
export function isObeyedByGit(path: string, folder: string, home: string): boolean {
  const names = path.toLowerCase().split(sep)
  if (names.includes('.git') || basename(path).toLowerCase() === 'head') return true
  if (foldersAbove(path).some(isBareLayout)) return true
  const { includes } = namedByGit(folder, home)
  const behindLinks = includeMounts(includes, folder, []).filter(({ as }) => as === 'readOnly')
  return [...includes, ...behindLinks.map((mount) => mount.path)].includes(path)
}
