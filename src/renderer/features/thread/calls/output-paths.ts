import { type NamedPath, piecesOf } from '../../../../client/words/path-words.ts'
import type { AnsiRun } from '../../../../client/words/ansi.ts'

export interface LinkedRun extends AnsiRun {
  readonly place: NamedPath | null
}

/** The most paths of one output that can be opened: each is a focusable element. */
const MOST = 200

/** Output with its paths as links, each a run of its own. */
export function withPaths(runs: readonly AnsiRun[]): readonly LinkedRun[] {
  let left = MOST
  return runs.flatMap(({ text, classes }) => {
    const pieces = piecesOf(text, left)
    left -= pieces.filter(({ place }) => place !== null).length
    return pieces.map((piece) => ({ ...piece, classes }))
  })
}
