import { outOfReach } from './out-of-reach.ts'
import { firstInOrder, inSlices } from '../system/in-slices.ts'
import { fromFolder, namesIn } from './names.ts'
import { type RipgrepRequest, runRipgrep } from './run-ripgrep.ts'

const MAX_NAMES_BYTES = 16 * 1024 * 1024
/** The limit for globs that exclude paths; beyond it only the output lines are filtered. */
const MAX_EXCLUSIONS = 500

/** Ignored files that a glob includes anyway. */
export interface ReincludedFiles {
  readonly exclusions: readonly string[]
  holds(name: string): boolean
}

export const NOTHING_REINCLUDED: ReincludedFiles = { exclusions: [], holds: () => false }

type Walk = Pick<RipgrepRequest, 'args' | 'folder' | 'limitMs' | 'signal'>

/**
 * In ripgrep, a matching glob overrides git's ignore rules. Here git's rules win: names are listed with and without the
 * glob, and the difference is excluded. If there are too many names to list, the glob wins.
 */
export async function reincludedBy(glob: string, walk: Walk): Promise<ReincludedFiles> {
  if (glob.startsWith('!')) return NOTHING_REINCLUDED
  const stop = new AbortController()
  const signal = AbortSignal.any([walk.signal, stop.signal])
  const listed = async (globs: readonly string[]): ReturnType<typeof runRipgrep> => {
    const args = ['--files', ...globs, ...walk.args]
    const names = await runRipgrep({ ...walk, args, signal, maxBytes: MAX_NAMES_BYTES })
    // The other list is useless then.
    if (names.type !== 'done' || names.cut !== null) stop.abort()
    return names
  }
  const [all, fitting] = await Promise.all([listed([]), listed([`--glob=${glob}`])])
  if (stop.signal.aborted || all.type !== 'done' || fitting.type !== 'done')
    return NOTHING_REINCLUDED
  const { names } = await namesIn(all.output)
  const known = new Set<string>()
  for await (const slice of inSlices(names)) for (const name of slice) known.add(name)
  const { names: reincluded } = await namesIn(fitting.output, (name) => !known.has(name))
  if (reincluded.length === 0) return NOTHING_REINCLUDED
  const folders = new Set<string>()
  for await (const slice of inSlices(names))
    for (const folder of slice.flatMap(foldersOf)) folders.add(folder)
  return {
    exclusions: outOfReach(await widestPaths(reincluded, folders), 'seen'),
    holds: (name) => !known.has(fromFolder(name)),
  }
}

/**
 * The paths to exclude so that none of these names is reached. Those that contain most come first: folders before single
 * files.
 */
async function widestPaths(
  names: readonly string[],
  known: ReadonlySet<string>,
): Promise<readonly string[]> {
  const counts = new Map<string, number>()
  for await (const slice of inSlices(names)) {
    for (const name of slice) {
      const path = foldersOf(name).find((folder) => !known.has(folder)) ?? name
      counts.set(path, (counts.get(path) ?? 0) + 1)
    }
  }
  const first = await firstInOrder([...counts], MAX_EXCLUSIONS, byCount)
  return first.map(([path]) => path)
}

type Counted = readonly [path: string, count: number]

function byCount([, one]: Counted, [, other]: Counted): number {
  return other - one
}

/** The folders of a name, from the outermost inwards. */
function foldersOf(name: string): readonly string[] {
  const folders: string[] = []
  for (let end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1)) {
    folders.push(name.slice(0, end))
  }
  return folders
}
