import type { FolderEntry } from '../../../shared/protocol/browse-commands.ts'

export interface TreeRow {
  /** Relative to the folder; a folder's path ends in `/`. */
  readonly path: string
  readonly name: string
  readonly depth: number
  readonly isFolder: boolean
  readonly isOpen: boolean
}

/** The visible part of the tree: each open folder's entries below it. */
export function treeRows(
  entries: ReadonlyMap<string, readonly FolderEntry[]>,
  open: ReadonlySet<string>,
  under = '',
  depth = 0,
): readonly TreeRow[] {
  return (entries.get(under) ?? []).flatMap(({ isFolder, name }) => {
    const path = `${under}${name}${isFolder ? '/' : ''}`
    const isOpen = isFolder && open.has(path)
    const row = { path, name, depth, isFolder, isOpen }
    return isOpen ? [row, ...treeRows(entries, open, path, depth + 1)] : [row]
  })
}

/** The effect of a key in the tree, as in any tree view; null: none. */
export type TreeStep =
  | { readonly type: 'go'; readonly index: number }
  | { readonly type: 'open' | 'close' | 'choose'; readonly row: TreeRow }

export function treeStep(rows: readonly TreeRow[], index: number, key: string): TreeStep | null {
  const row = rows[index]
  if (row === undefined) return null
  const go = (to: number): TreeStep => {
    return { type: 'go', index: Math.max(0, Math.min(rows.length - 1, to)) }
  }
  switch (key) {
    case 'ArrowDown':
      return go(index + 1)
    case 'ArrowUp':
      return go(index - 1)
    case 'PageDown':
      return go(index + PAGE)
    case 'PageUp':
      return go(index - PAGE)
    case 'Home':
      return go(0)
    case 'End':
      return go(rows.length - 1)
    case 'ArrowRight':
      if (!row.isFolder) return null
      return row.isOpen ? go(index + 1) : { type: 'open', row }
    case 'ArrowLeft':
      if (row.isOpen) return { type: 'close', row }
      return row.depth === 0
        ? null
        : go(rows.findLastIndex((each, at) => at < index && each.depth < row.depth))
    case 'Enter':
    case ' ':
      if (!row.isFolder) return { type: 'choose', row }
      return { type: row.isOpen ? 'close' : 'open', row }
    default:
      return null
  }
}

const PAGE = 20
