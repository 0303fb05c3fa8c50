import { counted } from '../definition/capped.ts'

/** A line of a listing, and the path that it names, relative to the listed folder. */
export interface Listed {
  readonly path: string
  readonly isFolder: boolean
  readonly line: string
}

/** Lists files down to a depth by their paths, and deeper folders with their number of files; sorted. */
export function listing(paths: readonly string[], depth: number): readonly Listed[] {
  const files: Listed[] = []
  const folders = new Map<string, number>()
  for (const path of paths) {
    const names = path.split('/')
    if (names.length <= depth) {
      files.push({ path, isFolder: false, line: path })
      continue
    }
    const folder = names.slice(0, depth).join('/')
    folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  const deeper = [...folders].map(([path, count]): Listed => {
    return { path, isFolder: true, line: `${path}/ (${counted(count, 'file')})` }
  })
  return [...files, ...deeper].toSorted((one, other) => (one.line < other.line ? -1 : 1))
}
