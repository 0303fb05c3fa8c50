import { dirname } from 'node:path'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { isInside } from '../../system/folders.ts'
import type { Mount } from './git-mounts.ts'

/** The folders above a path, from the nearest to the root. */
export function foldersAbove(path: string): readonly string[] {
  const above: string[] = []
  for (let at = path; at !== dirname(at);) {
    at = dirname(at)
    above.push(at)
  }
  return above
}

/**
 * Checks whether a path is one of these or inside one, by looking up each folder above it instead of comparing with each of
 * these.
 */
export function isWithinOneOf(places: readonly string[]): (path: string) => boolean {
  const known = new Set(places)
  return (path) => known.has(path) || foldersAbove(path).some((folder) => known.has(folder))
}

/** Each is a mount: more of them would delay the start of a command noticeably. */
export const MOST_SOCKETS = 100

/**
 * How to cover sockets: individually, or if there are too many, by the folders that contain most of them, as long as nothing
 * in `needed` is inside. The error is a sentence.
 */
export function coverSockets(
  sockets: readonly string[],
  needed: readonly string[],
): Result<readonly Mount[], string> {
  const byFolder = Map.groupBy(sockets, dirname)
  let count = sockets.length
  const whole = new Set<string>()
  for (const [folder, its] of [...byFolder].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )) {
    if (count <= MOST_SOCKETS || its.length === 1) break
    if (needed.some((path) => isInside(path, folder))) continue
    whole.add(folder)
    count -= its.length - 1
  }
  if (count > MOST_SOCKETS) {
    return failed(
      `More than ${MOST_SOCKETS} programs of this machine listen on files that the sandbox would have to hide (for example ${sockets[0] ?? ''}).`,
    )
  }
  const single = sockets.filter((path) => !whole.has(dirname(path)))
  return ok([
    ...[...whole].map((path): Mount => ({ path, as: 'emptyFolder' })),
    ...single.map((path): Mount => ({ path, as: 'emptyFile' })),
  ])
}
