import { closeSync, constants, openSync, readlinkSync, type Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, realpath } from 'node:fs/promises'
import { basename, dirname, join, parse, relative, sep } from 'node:path'
import { failed, type Result } from '../../../shared/result.ts'
import { faultCode, ifThere } from '../system/file-fault.ts'
import type { Place } from './places.ts'

/**
 * A folder that is held open. It was reached through no link, and operations through its `heldPath` happen in it, whatever is at
 * its path since then. This holds on Linux; elsewhere it is the path itself, and `isInPlace` compares.
 */
export interface HeldFolder {
  readonly real: string
  readonly handle: FileHandle
  readonly heldPath: string
}

/** On Linux an open descriptor has a path, which programs of this account can also use. */
const HAS_FD_PATHS = isOurs('/proc/self')

/** Linux's O_PATH: opens even a folder that may be entered but not listed. Node has no name for it. */
const O_PATH = 0x20_0000
/** On macOS: no part of the path may be a link, not only the last. Node has no name for it. */
const O_NOFOLLOW_ANY = 0x2000_0000

/** Does not follow a link at the end of a path; on macOS, no link anywhere in it. Windows lacks both flags. */
export const NO_FOLLOWING =
  process.platform === 'darwin' ? O_NOFOLLOW_ANY : (constants.O_NOFOLLOW ?? 0)

const FOLDER = (HAS_FD_PATHS ? O_PATH : 0) | (constants.O_DIRECTORY ?? 0) | NO_FOLLOWING

/** Opens a folder by its real path, name by name. Throws the disk's errors: ENOTDIR if a part has become a link. */
export async function holdFolder(real: string): Promise<HeldFolder> {
  if (!HAS_FD_PATHS) return holding(real, await open(real, FOLDER))
  const { root } = parse(real)
  const top = holding(root, await open(root, FOLDER))
  try {
    return await holdWithin(top, real)
  } finally {
    await top.handle.close()
  }
}

/** Opens a folder inside another, or the same one again. The other stays open. */
export async function holdWithin(outer: HeldFolder, real: string): Promise<HeldFolder> {
  if (!HAS_FD_PATHS) return holdFolder(real)
  let at = outer
  for (const name of relative(outer.real, real).split(sep)) {
    const last = at
    try {
      const next = await open(`${last.heldPath}/${name === '' ? '.' : name}`, FOLDER)
      at = holding(join(last.real, name), next)
    } finally {
      if (last !== outer) await last.handle.close()
    }
  }
  return at
}

/** The same; missing folders are created, each inside the held folder above it. */
export async function holdOrMake(outer: HeldFolder, real: string): Promise<HeldFolder> {
  try {
    return await holdWithin(outer, real)
  } catch (error) {
    if (faultCode(error) !== 'ENOENT' || real === outer.real) throw error
  }
  const above = await holdOrMake(outer, dirname(real))
  try {
    await mkdir(`${above.heldPath}/${basename(real)}`)
    return await holdWithin(above, real)
  } finally {
    await above.handle.close()
  }
}

function holding(real: string, handle: FileHandle): HeldFolder {
  return { real, handle, heldPath: heldPathOf(handle, real) }
}

/** A path that leads to the open file or folder while it is open. */
export function heldPathOf({ fd }: Pick<FileHandle, 'fd'>, real: string): string {
  return HAS_FD_PATHS ? `/proc/${process.pid}/fd/${fd}` : real
}

function isOurs(self: string): boolean {
  try {
    return readlinkSync(self) === String(process.pid)
  } catch {
    return false
  }
}

/** Does the same synchronously, for callers that cannot wait. The caller closes `fd`. */
export function holdAtOnce(real: string): { readonly fd: number; readonly heldPath: string } {
  const { root } = parse(real)
  let at = openSync(HAS_FD_PATHS ? root : real, FOLDER)
  const names = HAS_FD_PATHS ? relative(root, real).split(sep).filter(Boolean) : []
  for (const name of names) {
    const outer = at
    try {
      at = openSync(`${heldPathOf({ fd: outer }, root)}/${name}`, FOLDER)
    } finally {
      closeSync(outer)
    }
  }
  return { fd: at, heldPath: heldPathOf({ fd: at }, real) }
}

/** Opens what is at a real path, through no link. */
export function openAtOnce(real: string, flags: number): number {
  const { fd, heldPath } = holdAtOnce(dirname(real))
  try {
    return openSync(`${heldPath}/${basename(real)}`, flags | NO_FOLLOWING)
  } finally {
    closeSync(fd)
  }
}

/** True if the folder is still at its path. */
export async function isInPlace({ real, heldPath }: HeldFolder): Promise<boolean> {
  return (await realpath(heldPath)) === real
}

/** The stats at a real path, following no links. Null if nothing is there; the error is a sentence. */
export async function statsAt({
  real,
  shown,
}: Pick<Place, 'real' | 'shown'>): Promise<Result<Stats | null, string>> {
  const stats = await ifThere(heldStats(real))
  return stats.ok ? stats : failed(`${shown} cannot be opened: ${stats.error}.`)
}

async function heldStats(real: string): Promise<Stats> {
  const folder = await holdFolder(dirname(real))
  try {
    return await lstat(`${folder.heldPath}/${basename(real)}`)
  } finally {
    await folder.handle.close()
  }
}
