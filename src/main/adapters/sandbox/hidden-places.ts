import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { isInside } from '../system/folders.ts'
import { isAbsence } from '../system/file-fault.ts'
import type { Mount } from './git/git-mounts.ts'
import { secretPlaces } from './home-secrets.ts'
import { openSockets } from './open-sockets.ts'

export interface Seen {
  /** Possible places of secrets, existing or not, by their given names. */
  readonly places: readonly string[]
  /**
   * Secrets, places that the environment names, Phoenix's own data, and folders that this account cannot enter. Existing
   * ones, by their real paths.
   */
  readonly hidden: readonly Mount[]
  /** Sockets of programs outside, except those in hidden folders. */
  readonly sockets: readonly string[]
}

export interface HiddenPlaces {
  /** Never rejects. It may never resolve either: a network disk may not answer. */
  look(): Promise<void>
  /** The result of the last completed search; null if there is none yet. */
  seen(): Seen | null
}

interface HiddenPlacesOptions {
  readonly home: string
  readonly platform: NodeJS.Platform
  /** Hidden wherever they exist. */
  readonly always: readonly string[]
}

/**
 * Determines what to hide, off the main thread. One path after the other and one search at a time: a disk that does not
 * answer blocks only one of Node's threads, and callers only as long as they want to wait.
 */
export function createHiddenPlaces(places: HiddenPlacesOptions): HiddenPlaces {
  let seen: Seen | null = null
  let search: Promise<void> | null = null

  async function lookOnce(): Promise<void> {
    const { always, home, platform } = places
    const listing = new HomeListing(home)
    const inHome = await secretPlaces(home, platform, (folder) => listing.namesIn(folder))
    const paths = [...inHome, ...always]
    const secrets = await hiddenMounts(paths, listing)
    const folders = secrets.filter(({ as }) => as === 'emptyFolder').map(({ path }) => path)
    const { closed, sockets } = platform === 'linux' ? await openSockets(folders) : NO_SOCKETS
    const closedOff = closed.map((path): Mount => ({ path, as: 'emptyFolder' }))
    seen = { places: paths, hidden: [...secrets, ...closedOff], sockets }
  }

  return {
    look() {
      search ??= lookOnce()
        .catch(() => undefined)
        .finally(() => {
          search = null
        })
      return search
    },
    seen: () => seen,
  }
}

const NO_SOCKETS = { sockets: [], closed: [] }

/** The existing ones of these paths, by real path, and how each is hidden. */
async function hiddenMounts(
  paths: readonly string[],
  listing: HomeListing,
): Promise<readonly Mount[]> {
  const mounts = new Map<string, Mount>()
  for (const path of paths) {
    if (!(await listing.mayHave(path))) continue
    try {
      const real = await realpath(path)
      const isFolder = (await stat(real)).isDirectory()
      mounts.set(real, { path: real, as: isFolder ? 'emptyFolder' : 'emptyFile' })
    } catch {
      // It is missing, or not readable by this account and therefore not by its commands.
    }
  }
  return [...mounts.values()]
}

/** Lists a home: one request to the disk per folder instead of one per path. */
class HomeListing {
  readonly #home: string
  /** Null: the folder cannot be listed, so it may contain anything. */
  readonly #names = new Map<string, Promise<readonly string[] | null>>()
  readonly #plainNames = new Map<string, ReadonlySet<string>>()

  constructor(home: string) {
    this.#home = home
  }

  async namesIn(folder: string): Promise<readonly string[]> {
    return (await this.#list(folder)) ?? []
  }

  /** False if there is nothing at this path. */
  async mayHave(path: string): Promise<boolean> {
    if (path === this.#home || !isInside(path, this.#home)) return true
    const folder = dirname(path)
    if (!(await this.mayHave(folder))) return false
    const names = await this.#list(folder)
    if (names === null) return true
    const plainNames = this.#plainNames.get(folder) ?? new Set(names.map(plain))
    this.#plainNames.set(folder, plainNames)
    return plainNames.has(plain(basename(path)))
  }

  #list(folder: string): Promise<readonly string[] | null> {
    const listed =
      this.#names.get(folder) ??
      readdir(folder).catch((error: unknown) => (isAbsence(error) ? [] : null))
    this.#names.set(folder, listed)
    return listed
  }
}

/** Some disks ignore the case of names and the form of their accents. */
function plain(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
