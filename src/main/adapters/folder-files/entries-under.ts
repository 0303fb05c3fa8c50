import { type FolderEntry, MAX_ENTRIES } from '../../../shared/protocol/browse-commands.ts'
import { firstInOrder, inSlices } from '../system/in-slices.ts'

/**
 * The entries of one folder in a list of paths, folders first; names of folders end in `/`. At most one more than an answer
 * holds, which shows that some are left out.
 */
export async function entriesUnder(
  paths: readonly string[],
  under: string,
): Promise<readonly FolderEntry[]> {
  const entries: FolderEntry[] = []
  for await (const slice of inSlices(paths)) entries.push(...slice.flatMap(entryUnder(under)))
  return firstInOrder(
    entries,
    MAX_ENTRIES + 1,
    (one, other) =>
      Number(other.isFolder) - Number(one.isFolder) || byName.compare(one.name, other.name),
  )
}

function entryUnder(under: string): (path: string) => readonly FolderEntry[] {
  return (path) => {
    if (!path.startsWith(under) || path.length === under.length) return []
    const slash = path.indexOf('/', under.length)
    const isFolder = slash === path.length - 1
    if (slash !== -1 && !isFolder) return []
    return [{ name: path.slice(under.length, isFolder ? -1 : undefined), isFolder }]
  }
}

const byName = new Intl.Collator('en', { numeric: true })
