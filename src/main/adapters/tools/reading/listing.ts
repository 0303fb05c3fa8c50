import { byCodeUnits, firstInOrder, inSlices } from '../../system/in-slices.ts'
import { counted } from '../definition/capped.ts'

/** A line of a listing, and the path that it names, relative to the listed folder. */
export interface Listed {
  readonly path: string
  readonly isFolder: boolean
  readonly line: string
}

interface Listing {
  readonly first: readonly Listed[]
  /** How many lines there are. */
  readonly count: number
}

/**
 * Lists files down to a depth by their paths, and deeper folders with their number of files: the first lines in order, at
 * most this many.
 */
export async function listing(
  paths: readonly string[],
  { depth, most }: { readonly depth: number; readonly most: number },
): Promise<Listing> {
  const listed: Listed[] = []
  const folders = new Map<string, number>()
  for await (const slice of inSlices(paths)) {
    for (const path of slice) {
      const names = path.split('/')
      if (names.length <= depth) {
        listed.push({ path, isFolder: false, line: path })
        continue
      }
      const folder = names.slice(0, depth).join('/')
      folders.set(folder, (folders.get(folder) ?? 0) + 1)
    }
  }
  for (const [path, count] of folders) {
    listed.push({ path, isFolder: true, line: `${path}/ (${counted(count, 'file')})` })
  }
  const byLine = (one: Listed, other: Listed): number => byCodeUnits(one.line, other.line)
  return { first: await firstInOrder(listed, most, byLine), count: listed.length }
}
