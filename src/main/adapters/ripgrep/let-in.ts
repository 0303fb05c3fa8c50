import { outOfReach } from './out-of-reach.ts'
import { fromFolder, namesIn, type RipgrepRequest, runRipgrep } from './run-ripgrep.ts'

const MAX_NAMES_BYTES = 16 * 1024 * 1024
/** What is passed over by globs of its own; of more than these only the lines are left out. */
const MAX_WAYS = 500

/** What git ignores and a glob lets in all the same. */
export interface LetIn {
  readonly passOver: readonly string[]
  holds(name: string): boolean
}

export const NOTHING_LET_IN: LetIn = { passOver: [], holds: () => false }

type Walk = Pick<RipgrepRequest, 'args' | 'folder' | 'limitMs' | 'signal'>

/**
 * For ripgrep a glob that fits decides alone, over what git ignores. Here git has the last word, found out by the names
 * with the glob and without. Where there are too many of them to be known, the glob decides.
 */
export async function letInBy(glob: string, walk: Walk): Promise<LetIn> {
  if (glob.startsWith('!')) return NOTHING_LET_IN
  const stop = new AbortController()
  const signal = AbortSignal.any([walk.signal, stop.signal])
  const listed = async (globs: readonly string[]): ReturnType<typeof runRipgrep> => {
    const args = ['--files', ...globs, ...walk.args]
    const names = await runRipgrep({ ...walk, args, signal, maxBytes: MAX_NAMES_BYTES })
    // The other is of no use then.
    if (names.type !== 'done' || names.cut !== null) stop.abort()
    return names
  }
  const [all, fitting] = await Promise.all([listed([]), listed([`--glob=${glob}`])])
  if (stop.signal.aborted || all.type !== 'done' || fitting.type !== 'done') return NOTHING_LET_IN
  const known = new Set(namesIn(all.output))
  const letIn = namesIn(fitting.output).filter((name) => !known.has(name))
  if (letIn.length === 0) return NOTHING_LET_IN
  const folders = new Set([...known].flatMap(foldersOf))
  return {
    passOver: outOfReach(widestWays(letIn, folders).slice(0, MAX_WAYS), 'seen'),
    holds: (name) => !known.has(fromFolder(name)),
  }
}

/** What to pass over to reach none of these names. What holds the most of them comes first: folders before loose files. */
function widestWays(names: readonly string[], known: ReadonlySet<string>): readonly string[] {
  const counts = new Map<string, number>()
  for (const name of names) {
    const way = foldersOf(name).find((folder) => !known.has(folder)) ?? name
    counts.set(way, (counts.get(way) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([way]) => way)
}

/** From the outermost on. */
function foldersOf(name: string): readonly string[] {
  const folders: string[] = []
  for (let end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1)) {
    folders.push(name.slice(0, end))
  }
  return folders
}
