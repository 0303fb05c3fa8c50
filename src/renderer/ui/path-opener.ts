import { getContext, hasContext, setContext } from 'svelte'
import type { NamedPath } from './path-words.ts'

/** Opens a file or folder in a person's own program. */
export type PathOpener = (place: NamedPath) => void

const KEY = Symbol('path opener')

/** For all that is drawn in this component. */
export function setPathOpener(open: PathOpener): void {
  setContext(KEY, open)
}

/** Null: paths that stand here lead nowhere. */
export function getPathOpener(): PathOpener | null {
  return hasContext(KEY) ? getContext<PathOpener>(KEY) : null
}
