import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { foldersAbove, isWithinOneOf } from './git/covers.ts'

export interface OpenSockets {
  /** By their real paths. */
  readonly sockets: readonly string[]
  /** Folders with further sockets that the sandbox cannot enter: they can only be covered as a whole. */
  readonly closed: readonly string[]
}

/**
 * The socket files of programs outside: even on a read-only disk, anybody can connect to them. As the system lists them;
 * empty if it lists nothing. Those inside `covered` are not even looked at. The system knows only the first name of a socket:
 * some programs, such as ssh with a shared connection, give it another in the same folder.
 */
export async function openSockets(covered: readonly string[]): Promise<OpenSockets> {
  const isCovered = isWithinOneOf(covered)
  const folders = new Map<string, string>()
  const sockets = new Set<string>()
  const closed = new Set<string>()
  /** Returns false if there is no socket of this name. */
  async function take(path: string): Promise<boolean> {
    const real = await realSocket(path, folders)
    if (real === null) return false
    if (isCovered(real)) return true
    const folder = await closedFolderAbove(real)
    if (folder === null) sockets.add(real)
    else closed.add(folder)
    return true
  }

  const left = new Set<string>()
  for (const path of await listed()) {
    if (!isCovered(path) && !(await take(path))) left.add(dirname(path))
  }
  for (const folder of left) {
    for (const path of await socketsIn(folder)) await take(path)
  }
  return { sockets: [...sockets], closed: [...closed] }
}

async function listed(): Promise<ReadonlySet<string>> {
  const text = await readFile('/proc/net/unix', 'utf8').catch(() => '')
  const paths = text.split('\n').map((line) => /^(?:\S+\s+){7}(\/.*)$/.exec(line)?.[1])
  return new Set(paths.filter((path) => path !== undefined))
}

async function socketsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isSocket()).map(({ name }) => join(folder, name))
}

/** Null if there is none, or if this account cannot see it: then its commands cannot either. */
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
 * The first folder above a path that the sandbox cannot enter: the machine's root user can look into everybody's folders,
 * but not from inside a namespace. Null if it can enter all of them.
 */
async function closedFolderAbove(path: string): Promise<string | null> {
  if (process.geteuid?.() !== 0) return null
  const groups = process.getgroups?.() ?? []
  for (const folder of foldersAbove(path).toReversed()) {
    const facts = await stat(folder).catch(() => null)
    // It is gone, with its content.
    if (facts === null) return null
    const { gid, mode, uid } = facts
    const bit = uid === 0 ? 0o100 : groups.includes(gid) ? 0o010 : 0o001
    if ((mode & bit) === 0) return folder
  }
  return null
}
