import { counted } from './capped.ts'

/** Files down to a depth by their paths, and folders below it with the number of files in them; sorted. */
export function listing(paths: readonly string[], depth: number): readonly string[] {
  const files: string[] = []
  const folders = new Map<string, number>()
  for (const path of paths) {
    const names = path.split('/')
    if (names.length <= depth) {
      files.push(path)
      continue
    }
    const folder = `${names.slice(0, depth).join('/')}/`
    folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  const deeper = [...folders].map(([folder, count]) => `${folder} (${counted(count, 'file')})`)
  return [...files, ...deeper].toSorted()
}
