import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ok, type Result } from '../../../shared/result.ts'
import { ifThere } from '../system/file-fault.ts'
import { type HeldFolder, holdWithin } from './held-folder.ts'

/** A name relative to a folder, and its expected kind. */
interface Named {
  readonly path: string
  readonly isFolder: boolean
}

interface StillThere {
  /** Of each name: true if it is in the folder and reached through no link. */
  readonly are: readonly boolean[]
  /** True if a name could not be looked at. */
  readonly hasUnreadable: boolean
}

export async function areStillThere(
  folder: HeldFolder,
  names: readonly Named[],
): Promise<StillThere> {
  const byParent = Map.groupBy(names, ({ path }) => dirname(path))
  const found = new Set<Named>()
  let hasUnreadable = false
  for (const [parent, its] of byParent) {
    const looks = await looksIn(folder, parent, its)
    its.forEach((named, index) => {
      const look = looks[index]
      if (look?.ok !== true) hasUnreadable = true
      else if (isWhatItWas(look.value, named)) found.add(named)
    })
  }
  return { are: names.map((named) => found.has(named)), hasUnreadable }
}

type Look = Result<Stats | null, string>

async function looksIn(
  outer: HeldFolder,
  parent: string,
  names: readonly Named[],
): Promise<readonly Look[]> {
  const held = await ifThere(holdWithin(outer, join(outer.real, parent)))
  if (!held.ok || held.value === null) return names.map((): Look => (held.ok ? ok(null) : held))
  const { handle, heldPath } = held.value
  try {
    return await Promise.all(
      names.map(({ path }) => ifThere(lstat(`${heldPath}/${basename(path)}`))),
    )
  } finally {
    await handle.close()
  }
}

function isWhatItWas(stats: Stats | null, { isFolder }: Named): boolean {
  return isFolder ? stats?.isDirectory() === true : stats?.isFile() === true
}
