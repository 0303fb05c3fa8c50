import type { FolderEntry } from '../../../shared/protocol/browse-commands.ts'

/** The entries of one folder in a list of paths, folders first; names of folders end in `/`. */
export function entriesUnder(paths: readonly string[], under: string): readonly FolderEntry[] {
  const entries = paths.flatMap((path): readonly FolderEntry[] => {
    if (!path.startsWith(under) || path.length === under.length) return []
    const slash = path.indexOf('/', under.length)
    const isFolder = slash === path.length - 1
    if (slash !== -1 && !isFolder) return []
    return [{ name: path.slice(under.length, isFolder ? -1 : undefined), isFolder }]
  })
  return entries.toSorted(
    (one, other) =>
      Number(other.isFolder) - Number(one.isFolder) || byName.compare(one.name, other.name),
  )
}

const byName = new Intl.Collator('en', { numeric: true })
