import { dirname, sep } from 'node:path'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'
import { isInside } from '../system/folders.ts'
import type { Mount } from './git/git-mounts.ts'
import type { OwnFolders, RunFolders } from './own-folders.ts'

/** What a sandbox is made of, found on the disk just before a run. All paths are real. */
export interface Profile {
  readonly folder: string
  readonly sandboxPolicy: SandboxPolicy
  /** The parts of git in the folder. Whatever does not exist is created for the run. */
  readonly guarded: readonly Mount[]
  /** Places that must appear empty, including Phoenix's own data folder. All of them exist. */
  readonly hidden: readonly Mount[]
  /** Places of secrets by their given names, existing or not. */
  readonly secrets: readonly string[]
  readonly own: OwnFolders
  readonly run: RunFolders
}

/**
 * The folders between the folder and what is hidden in it, Phoenix's own caches included. None may be moved: if one were
 * moved aside, its content would be visible to the next command, and a link in its place could lead anywhere. In a read-only
 * folder nothing can be.
 */
export function heldFolders(
  { folder, own, sandboxPolicy }: Profile,
  hidden: readonly Mount[],
): Mount[] {
  if (sandboxPolicy.folder === 'readOnly') return []
  const folders = new Set<string>()
  for (const path of [...hidden.map((mount) => mount.path), own.root]) {
    let parent = dirname(path)
    while (parent !== folder && !folders.has(parent) && isInside(parent, folder)) {
      folders.add(parent)
      parent = dirname(parent)
    }
  }
  return [...folders].map((path) => ({ path, as: 'writable' }))
}

/** In this order the rule for the deeper path comes later, and applies. */
export function fromTheRootDown<Item extends { readonly path: string }>(
  items: readonly Item[],
): readonly Item[] {
  return items.toSorted((one, other) => depthOf(one.path) - depthOf(other.path))
}

export function depthOf(path: string): number {
  return path.split(sep).filter((name) => name !== '').length
}
