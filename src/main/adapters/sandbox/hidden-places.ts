import { readdir, realpath, stat } from 'node:fs/promises'
import type { Mount } from './git/git-mounts.ts'
import { secretPlaces } from './home-secrets.ts'
import { openSockets } from './open-sockets.ts'

export interface Seen {
  /** Where secrets may lie, there or not, as they are named. */
  readonly places: readonly string[]
  /** Secrets, what the environment names, Phoenix's own data, folders that nobody here can enter. By their real paths, each there. */
  readonly hidden: readonly Mount[]
  /** What programs outside listen on, but for what lies in a place that is covered anyway. */
  readonly doors: readonly string[]
}

export interface HiddenPlaces {
  /** Never rejects. It may never end either: a disk of the network may not answer. */
  look(): Promise<void>
  /** By the last look that came to its end; null: none has. */
  seen(): Seen | null
}

interface HiddenPlacesOptions {
  readonly home: string
  readonly platform: NodeJS.Platform
  /** Hidden wherever they are there. */
  readonly always: readonly string[]
  /** Places in which no door is looked for: they are covered as a whole. */
  readonly covered: readonly string[]
}

/**
 * What there is to hide, off the main thread. One path after the other and one look at a time: a disk that does not answer
 * holds a single thread of Node's, and those who want to know no longer than they like to wait.
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

/** What of these paths is there, by its real one, and how it is hidden. */
async function hiddenMounts(paths: readonly string[]): Promise<readonly Mount[]> {
  const mounts = new Map<string, Mount>()
  for (const path of paths) {
    try {
      const real = await realpath(path)
      const isFolder = (await stat(real)).isDirectory()
      mounts.set(real, { path: real, as: isFolder ? 'emptyFolder' : 'emptyFile' })
    } catch {
      // Not there, or not to be read by this account: then not by its commands either.
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
