import { assertNever } from '../../../shared/assert-never.ts'

/** A line that holds at least one of the keywords. */
export interface Hit {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly keywords: readonly string[]
}

export interface FoundFile {
  readonly path: string
  /** How many different keywords it holds. */
  readonly keywords: number
  /** In their order in the file; each line once. */
  readonly hits: readonly Hit[]
}

/** How a line is known to hold a keyword. `expression`: all of them do, ripgrep was asked for one alone. */
export type Matching = 'exact' | 'anyCase' | 'expression'

/** Reads what ripgrep prints with --null: `path NUL number : text`, a line each. */
export function readHits(
  output: Buffer,
  keywords: readonly string[],
  matching: Matching,
): readonly Hit[] {
  const hits: Hit[] = []
  let at = 0
  for (;;) {
    const name = output.indexOf(0, at)
    const end = name < 0 ? -1 : output.indexOf(10, name)
    if (end < 0) return hits
    const rest = output.subarray(name + 1, end).toString()
    const colon = rest.indexOf(':')
    const text = rest.slice(colon + 1).replace(/\r$/, '')
    // Of what turns out to be binary a line of ripgrep's own stands in front.
    const path = output.subarray(output.lastIndexOf(10, name) + 1, name).toString()
    const line = Number(rest.slice(0, colon))
    if (line > 0) hits.push({ path, line, text, keywords: heldBy(text, keywords, matching) })
    at = end + 1
  }
}

function heldBy(text: string, keywords: readonly string[], matching: Matching): readonly string[] {
  switch (matching) {
    case 'expression':
      return keywords
    case 'exact':
      return keywords.filter((keyword) => text.includes(keyword))
    case 'anyCase': {
      const lower = text.toLowerCase()
      return keywords.filter((keyword) => lower.includes(keyword.toLowerCase()))
    }
    default:
      return assertNever(matching)
  }
}

/** Those with more of the different keywords first, then those with more lines, then by name. */
export function rankFiles(hits: readonly Hit[]): readonly FoundFile[] {
  const byPath = Map.groupBy(hits, ({ path }) => path)
  const files = [...byPath].map(([path, own]) => fileOf(path, own))
  return files.toSorted(
    (a, b) =>
      b.keywords - a.keywords || b.hits.length - a.hits.length || (a.path < b.path ? -1 : 1),
  )
}

function fileOf(path: string, own: readonly Hit[]): FoundFile {
  const byLine = new Map<number, Hit>()
  for (const hit of own) {
    const before = byLine.get(hit.line)?.keywords ?? []
    byLine.set(hit.line, { ...hit, keywords: [...new Set([...before, ...hit.keywords])] })
  }
  const hits = [...byLine.values()].toSorted((a, b) => a.line - b.line)
  // A line that is cut may hold its keyword behind the cut.
  const keywords = Math.max(1, new Set(hits.flatMap((hit) => hit.keywords)).size)
  return { path, keywords, hits }
}
