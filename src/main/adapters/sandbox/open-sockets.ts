import { lstat, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isWithinOneOf } from './covers.ts'

/**
 * The files of the disk that programs outside listen on, by their real paths: a read-only disk does not keep anybody from
 * talking to them. As the system lists them; none where it lists nothing. What lies in `covered` is not even looked at.
 */
export async function openSockets(covered: readonly string[]): Promise<readonly string[]> {
  const isCovered = isWithinOneOf(covered)
  const folders = new Map<string, string>()
  const paths = new Set<string>()
  for (const path of await listed()) {
    if (isCovered(path)) continue
    const real = await realSocket(path, folders)
    if (real !== null && !isCovered(real)) paths.add(real)
  }
  return [...paths]
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
