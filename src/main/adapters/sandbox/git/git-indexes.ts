import { type BigIntStats, lstatSync } from 'node:fs'
import { readRegular } from '../../data-folder/regular-file.ts'
import { gitlinksIn, namesIn, type NestedNames } from './git-index.ts'

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
  nestedIn(path: string, hashBytes: 20 | 32): NestedNames | null {
    const facts = factsOf(path)
    if (facts === null) return null
    const { ctimeMs, ctimeNs, dev, ino, mtimeNs, size } = facts
    // The kernel sets a file's change time (ctime); a program can only set its modification time.
    const stamp = [dev, ino, size, mtimeNs, ctimeNs, hashBytes].join()
    const known = this.#known.get(path)
    if (known?.stamp === stamp) return known.names
    this.#known.delete(path)
    const index = bytesOf(path)
    if (index === null) return null
    const names = gitlinksIn(index, hashBytes)
    if (this.#now() - Number(ctimeMs) > SETTLED_MS) this.#keep(path, { stamp, names })
    return names
  }

  #keep(path: string, known: Known): void {
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= MOST_FILES) this.#known.delete(oldest)
    this.#known.set(path, known)
  }
}

/** The paths of all its entries. */
export function allNamesIn(path: string, hashBytes: 20 | 32): readonly string[] {
  const index = factsOf(path) === null ? null : bytesOf(path)
  return index === null ? [] : namesIn(index, hashBytes)
}

function factsOf(path: string): BigIntStats | null {
  try {
    const facts = lstatSync(path, { bigint: true })
    return facts.isFile() && facts.size <= MOST_BYTES ? facts : null
  } catch {
    return null
  }
}

function bytesOf(path: string): Buffer | null {
  try {
    return readRegular(path, MOST_BYTES)
  } catch {
    return null
  }
}
