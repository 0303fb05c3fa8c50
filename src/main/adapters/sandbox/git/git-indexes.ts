import { type BigIntStats, lstatSync } from 'node:fs'
import { regularPieces } from '../../data-folder/regular-file.ts'
import { IndexNames, nestedOf, type NestedNames } from './git-index.ts'

const MOST_BYTES = 256 * 1024 * 1024
const MOST_FILES = 100
/** How old a change must be so that any later one has a different time (ms). */
const SETTLED_MS = 2_000

interface Known {
  readonly stamp: string
  readonly names: NestedNames
}

/** Caches index files: they are needed before and after each command, and read again only if they have changed. */
export class GitIndexes {
  readonly #known = new Map<string, Known>()
  readonly #now: () => number

  constructor(now = Date.now) {
    this.#now = now
  }

  /** Null if it is not a readable file. */
  async nestedIn(path: string, hashBytes: 20 | 32): Promise<NestedNames | null> {
    const facts = factsOf(path)
    if (facts === null) return null
    const { ctimeMs, ctimeNs, dev, ino, mtimeNs, size } = facts
    // The kernel sets a file's change time (ctime); a program can only set its modification time.
    const stamp = [dev, ino, size, mtimeNs, ctimeNs, hashBytes].join()
    const known = this.#known.get(path)
    if (known?.stamp === stamp) return known.names
    this.#known.delete(path)
    const links = await namesIn(path, IndexNames.nested(hashBytes))
    if (links === null) return null
    const names = nestedOf(links)
    if (this.#now() - Number(ctimeMs) > SETTLED_MS) this.#keep(path, { stamp, names })
    return names
  }

  #keep(path: string, known: Known): void {
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= MOST_FILES) this.#known.delete(oldest)
    this.#known.set(path, known)
  }
}

/** The paths of all its entries. Null if it is not a readable file. */
export async function allNamesIn(
  path: string,
  hashBytes: 20 | 32,
): Promise<readonly string[] | null> {
  return factsOf(path) === null ? null : namesIn(path, new IndexNames(hashBytes, () => true))
}

function factsOf(path: string): BigIntStats | null {
  try {
    const facts = lstatSync(path, { bigint: true })
    return facts.isFile() && facts.size <= MOST_BYTES ? facts : null
  } catch {
    return null
  }
}

/** In pieces: that of a large repository has tens of megabytes, and each command that changes it makes it new. */
async function namesIn(path: string, names: IndexNames): Promise<readonly string[] | null> {
  try {
    for await (const piece of regularPieces(path, MOST_BYTES)) if (!names.take(piece)) break
    return names.all
  } catch {
    return null
  }
}
