import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type HeldFolder, holdWithin } from './held-folder.ts'

/** A name relative to a folder, and its expected kind. */
interface Named {
  readonly path: string
  readonly isFolder: boolean
}

/** Returns, for each name, whether it is in the folder and reached through no link. */
export async function areStillThere(
  folder: HeldFolder,
  names: readonly Named[],
): Promise<readonly boolean[]> {
  const byParent = Map.groupBy(names, ({ path }) => dirname(path))
  const found = new Set<Named>()
  for (const [parent, its] of byParent) {
    for (const named of await namesStillIn(folder, parent, its)) found.add(named)
  }
  return names.map((named) => found.has(named))
}

async function namesStillIn(
  outer: HeldFolder,
  parent: string,
  names: readonly Named[],
): Promise<readonly Named[]> {
  try {
    const folder = await holdWithin(outer, join(outer.real, parent))
    try {
      const looks = names.map(async (named) => {
        const stats = await lstat(`${folder.heldPath}/${basename(named.path)}`).catch(() => null)
        return isWhatItWas(stats, named) ? [named] : []
      })
      return (await Promise.all(looks)).flat()
    } finally {
      await folder.handle.close()
    }
  } catch {
    return []
  }
}

function isWhatItWas(stats: Stats | null, { isFolder }: Named): boolean {
  return isFolder ? stats?.isDirectory() === true : stats?.isFile() === true
}
