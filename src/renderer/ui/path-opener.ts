import { getContext, hasContext, setContext } from 'svelte'
import type { NamedPath } from '../../client/words/path-words.ts'

/** Opens a file or folder in a person's own program. */
export type PathOpener = (place: NamedPath) => void

const KEY = Symbol('path opener')

/** For everything that is drawn in this component. */
export function setPathOpener(open: PathOpener): void {
  setContext(KEY, open)
}

/** Null: paths here cannot be opened. */
export function getPathOpener(): PathOpener | null {
  return hasContext(KEY) ? getContext<PathOpener>(KEY) : null
}
