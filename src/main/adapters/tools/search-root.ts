import { basename, dirname } from 'node:path'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { oddity } from '../files/open-file.ts'
import { lstatOrNull, type Place, type Places } from '../files/places.ts'
import { outOfReach } from '../ripgrep/out-of-reach.ts'
import { fromFolder } from '../ripgrep/run-ripgrep.ts'

/** Larger files are not searched: ripgrep holds a whole line in memory, and their only one may be as long as they are. */
export const MAX_FILE_MB = 100

/** Where ripgrep starts, and what it must pass over there. */
export interface SearchRoot {
  readonly folder: string
  /** A single file of the folder; empty: all of it. */
  readonly target: string
  readonly passOver: readonly string[]
}

/** The error is a sentence for the model. */
export async function searchRoot(
  places: Places,
  place: Place,
  secrets: 'seen' | 'hidden',
): Promise<Result<SearchRoot, string>> {
  const stats = await lstatOrNull(place.real)
  if (stats === null) return failed(`There is no file or folder ${place.shown}.`)
  const { real } = place
  if (stats.isDirectory()) {
    const passOver = outOfReach(await places.forbiddenIn(real), secrets)
    return ok({ folder: real, target: '', passOver })
  }
  const odd = oddity(stats)
  if (odd !== null) return failed(`${place.shown} ${odd}`)
  if (stats.size > MAX_FILE_MB * 1024 * 1024) {
    return failed(
      `${place.shown} is larger than ${MAX_FILE_MB} MB and is not searched by this tool. Search it with bash, as with grep -n -m 20.`,
    )
  }
  return ok({ folder: dirname(real), target: basename(real), passOver: [] })
}

/** A name as ripgrep prints it, as it is shown: from the folder of the conversation where it lies in it. */
export function shownAt(place: Place, root: SearchRoot, name: string): string {
  if (root.target !== '') return place.shown
  const way = fromFolder(name)
  return place.shown === '.' ? way : `${place.shown.replace(/\/$/, '')}/${way}`
}
