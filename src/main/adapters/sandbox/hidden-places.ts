import { readdir, realpath, stat } from 'node:fs/promises'
import type { Mount } from './git/git-mounts.ts'
import { secretPlaces } from './home-secrets.ts'
import { openSockets } from './open-sockets.ts'

export interface Seen {
  /** Possible places of secrets, existing or not, as they are named. */
  readonly places: readonly string[]
  /**
   * Secrets, what the environment names, Phoenix's own data, folders that this account cannot enter. Existing ones, by
   * their real paths.
   */
  readonly hidden: readonly Mount[]
  /** Sockets of programs outside, except those in a place that is covered anyway. */
  readonly doors: readonly string[]
}

export interface HiddenPlaces {
  /** Never rejects. It may never resolve either: a network disk may not answer. */
  look(): Promise<void>
  /** The result of the last completed look; null: none yet. */
  seen(): Seen | null
}

interface HiddenPlacesOptions {
  readonly home: string
  readonly platform: NodeJS.Platform
  /** Hidden wherever they exist. */
  readonly always: readonly string[]
  /** Places in which sockets are not searched: they are covered as a whole. */
  readonly covered: readonly string[]
}

/**
 * Determines what to hide, off the main thread. One path after the other and one look at a time: a disk that does not
 * answer blocks a single thread of Node's, and callers only as long as they want to wait.
 */
export function createHiddenPlaces(places: HiddenPlacesOptions): HiddenPlaces {
  let seen: Seen | null = null
  let looking: Promise<void> | null = null

  async function lookOnce(): Promise<void> {
    const { always, covered, home, platform } = places
    const paths = [...(await secretPlaces(home, platform, namesIn)), ...always]
    const secrets = await hiddenMounts(paths)
    const folders = secrets.filter(({ as }) => as === 'emptyFolder').map(({ path }) => path)
    const { closed, doors } =
      platform === 'linux' ? await openSockets([...covered, ...folders]) : NO_SOCKETS
    const closedOff = closed.map((path): Mount => ({ path, as: 'emptyFolder' }))
    seen = { places: paths, hidden: [...secrets, ...closedOff], doors }
  }

  return {
    look() {
      looking ??= lookOnce()
        .catch(() => undefined)
        .finally(() => {
          looking = null
        })
      return looking
    },
    seen: () => seen,
  }
}

const NO_SOCKETS = { doors: [], closed: [] }

/** The existing ones of these paths, by real path, and how each is hidden. */
async function hiddenMounts(paths: readonly string[]): Promise<readonly Mount[]> {
  const mounts = new Map<string, Mount>()
  for (const path of paths) {
    try {
      const real = await realpath(path)
      const isFolder = (await stat(real)).isDirectory()
      mounts.set(real, { path: real, as: isFolder ? 'emptyFolder' : 'emptyFile' })
    } catch {
      // Missing, or not readable by this account: then not by its commands either.
    }
  }
  return [...mounts.values()]
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch {
    return []
  }
}
