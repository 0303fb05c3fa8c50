import { lstat, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { foldersAbove, isWithinOneOf } from './git/covers.ts'

export interface OpenSockets {
  /** By their real paths. */
  readonly doors: readonly string[]
  /** Folders with more of them that the sandbox cannot enter: they can only be covered as a whole. */
  readonly closed: readonly string[]
}

/**
 * The socket files of programs outside: a read-only disk does not prevent anybody from talking to them. As the system
 * lists them; none if it lists nothing. Those inside `covered` are not even looked at.
 */
export async function openSockets(covered: readonly string[]): Promise<OpenSockets> {
  const isCovered = isWithinOneOf(covered)
  const folders = new Map<string, string>()
  const doors = new Set<string>()
  const closed = new Set<string>()
  for (const path of await listed()) {
    if (isCovered(path)) continue
    const real = await realSocket(path, folders)
    if (real === null || isCovered(real)) continue
    const folder = await closedFolderAbove(real)
    if (folder === null) doors.add(real)
    else closed.add(folder)
  }
  return { doors: [...doors], closed: [...closed] }
}

async function listed(): Promise<ReadonlySet<string>> {
  const text = await readFile('/proc/net/unix', 'utf8').catch(() => '')
  const paths = text.split('\n').map((line) => /^(?:\S+\s+){7}(\/.*)$/.exec(line)?.[1])
  return new Set(paths.filter((path) => path !== undefined))
}

/** Null: there is none, or this account cannot look: then its commands cannot either. */
async function realSocket(path: string, folders: Map<string, string>): Promise<string | null> {
  try {
    if (!(await lstat(path)).isSocket()) return null
    const folder = dirname(path)
    const real = folders.get(folder) ?? (await realpath(folder))
    folders.set(folder, real)
    return join(real, basename(path))
  } catch {
    return null
  }
}

/**
 * The machine's root can look into everybody's folders. In a namespace it has no such right, so the sandbox cannot
 * enter them. Null: it can go the whole way.
 */
async function closedFolderAbove(path: string): Promise<string | null> {
  if (process.geteuid?.() !== 0) return null
  const groups = process.getgroups?.() ?? []
  for (const folder of foldersAbove(path).toReversed()) {
    const facts = await stat(folder).catch(() => null)
    // Gone with its content.
    if (facts === null) return null
    const { gid, mode, uid } = facts
    const bit = uid === 0 ? 0o100 : groups.includes(gid) ? 0o010 : 0o001
    if ((mode & bit) === 0) return folder
  }
  return null
}
