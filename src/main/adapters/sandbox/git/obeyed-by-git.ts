import { basename, sep } from 'node:path'
import { foldersAbove } from './covers.ts'
import { includeMounts, namedByGit } from './git-names.ts'
import { isBareLayout } from './planted.ts'

/**
 * Returns whether git, run by the person, may obey a file at a real path: what is in a repository, also in one that only its
 * layout makes (which begins with a `HEAD`), and what the config of the folder's repository includes.
 */
export function obeyedByGit(folder: string, home: string): (path: string) => boolean {
  const { includes } = namedByGit(folder, home)
  const behindLinks = includeMounts(includes, folder, []).filter(({ as }) => as === 'readOnly')
  const included = new Set([...includes, ...behindLinks.map((mount) => mount.path)])
  return (path) => included.has(path) || isInRepository(path)
}

function isInRepository(path: string): boolean {
  const names = path.toLowerCase().split(sep)
  if (names.includes('.git') || basename(path).toLowerCase() === 'head') return true
  return foldersAbove(path).some(isBareLayout)
}
