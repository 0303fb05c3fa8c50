import { trimEndOf } from '../../../shared/trim-end.ts'
import { withoutEnd } from '../folder/folder-path.ts'

/** The name in the heading of a folder's rows. */
export interface FolderName {
  /** The last part of its path. */
  readonly name: string
  /** Its location; null if no other folder has this name. */
  readonly parent: string | null
}

/**
 * The names of several folders; equal names come with the paths that distinguish them. `short`: returns the path in the
 * form that people see.
 */
export function folderNames(
  folders: readonly string[],
  short: (folder: string) => string,
): ReadonlyMap<string, FolderName> {
  const counts = new Map<string, number>()
  for (const folder of folders) counts.set(baseOf(folder), (counts.get(baseOf(folder)) ?? 0) + 1)
  return new Map(
    folders.map((folder) => {
      const name = baseOf(folder)
      return [folder, { name, parent: counts.get(name) === 1 ? null : parentOf(short(folder)) }]
    }),
  )
}

function baseOf(folder: string): string {
  return partsOf(folder).at(-1) ?? folder
}

function parentOf(folder: string): string {
  const base = baseOf(folder)
  const trimmed = trimEndOf(folder, '/\\')
  return withoutEnd(trimmed.slice(0, trimmed.length - base.length))
}

function partsOf(folder: string): readonly string[] {
  return folder.split(/[\\/]+/).filter((part) => part !== '')
}
