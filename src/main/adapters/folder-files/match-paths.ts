import { BestMatches, fuzzyScore } from '../../../shared/search/fuzzy.ts'

/** How many paths are matched between two turns of the event loop: less than a millisecond. */
const AT_ONCE = 500
/** The extra score of a hit in the last part of a path, compared with its folders. */
const IN_NAME = 12

export interface MatchOptions {
  readonly most: number
  readonly signal: AbortSignal
  /** Yields the event loop. */
  readonly pause: () => Promise<void>
}

/** The matching paths, best first; of equal ones, the shorter first. Folders end in `/`. Null if the signal stopped it. */
export async function matchPaths(
  text: string,
  paths: readonly string[],
  { most, signal, pause }: MatchOptions,
): Promise<readonly string[] | null> {
  const best = new BestMatches<string>(most)
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    if (at > 0) await pause()
    if (signal.aborted) return null
    for (const path of paths.slice(at, at + AT_ONCE)) {
      const score = scoreOfPath(text, path)
      if (score !== null) best.add(path, score)
    }
  }
  return signal.aborted ? null : best.values
}

function scoreOfPath(text: string, path: string): number | null {
  const inPath = fuzzyScore(text, path)
  if (inPath === null) return null
  const name = path.slice(path.lastIndexOf('/', path.length - 2) + 1)
  const inName = fuzzyScore(text, name)
  const score = inName === null ? inPath : Math.max(inPath, inName + IN_NAME)
  const depth = path.split('/').length
  return score - depth - path.length / 64
}
