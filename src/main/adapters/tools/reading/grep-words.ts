import { cappedLines, counted, MAX_RESULT_BYTES } from '../definition/capped.ts'
import { type FoundLine, type GrepTarget, MAX_SECONDS, shownPath } from './matches.ts'
import type { MatchCount } from './page.ts'

interface Described {
  /** For the model. */
  readonly text: string
  /** A few words for people. */
  readonly summary: string
}

/** What was searched. `leftOut`: see `leftOutBy`. */
interface Search {
  readonly isWhole: boolean
  readonly leftOut: string
  readonly offset: number
  readonly target: GrepTarget
}

export const NO_MATCH = 'Nothing found'
/** Reserved for the final line. */
const FOOTER_BYTES = 512

/** Describes a page of files, if only names or counts were requested. */
export function describeFiles(
  files: readonly MatchCount[],
  search: Search & {
    readonly mode: 'files_with_matches' | 'count'
    readonly limit: number
  },
): Described {
  const { limit, mode, offset, target } = search
  const page = files.slice(offset, offset + limit)
  const lines = page.map(({ count, path }) => {
    const name = shownPath(target, path)
    return mode === 'count' ? `${name}: ${count}` : name
  })
  const { shown } = cappedLines(lines, MAX_RESULT_BYTES - FOOTER_BYTES)
  const total = counted(files.length, 'file')
  const range = { first: offset + 1, count: shown.length, total: files.length }
  const footer = footerOf(`${total} with matches`, 'files', range, search)
  return { text: [...shown, footer].join('\n'), summary: total }
}

/** Describes a page of lines, grouped by file. */
export function describeLines(
  lines: readonly FoundLine[],
  files: readonly MatchCount[],
  search: Search & { readonly context: number },
): Described {
  const { context, offset, target } = search
  const printed: string[] = []
  /** For each line, the number of matches up to it. */
  const matches: number[] = []
  let before: FoundLine | null = null
  let count = 0
  for (const line of lines) {
    if (before === null || before.path !== line.path) printed.push(shownPath(target, line.path))
    else if (context > 0 && line.number > before.number + 1) printed.push('  --')
    if (line.isMatch) count += 1
    printed.push(`  ${line.number}${line.isMatch ? ':' : '-'} ${line.text}`)
    while (matches.length < printed.length) matches.push(count)
    before = line
  }
  const { shown } = cappedLines(printed, MAX_RESULT_BYTES - FOOTER_BYTES)
  const total = files.reduce((sum, file) => sum + file.count, 0)
  const what = `${counted(total, 'matching line')} in ${counted(files.length, 'file')}`
  const range = { first: offset + 1, count: matches[shown.length - 1] ?? 0, total }
  const footer = footerOf(what, 'matching lines', range, search)
  return { text: [...shown, footer].join('\n'), summary: counted(files.length, 'file') }
}

interface Range {
  /** From 1. */
  readonly first: number
  readonly count: number
  readonly total: number
}

function footerOf(
  what: string,
  units: string,
  { count, first, total }: Range,
  { isWhole, leftOut }: Search,
): string {
  const last = first + count - 1
  const late = isWhole ? '' : `; there may be more: stopped after ${MAX_SECONDS} seconds`
  const end = `${late}${leftOut}]`
  if (count === 0) return `[${what}; none at offset ${first - 1} or later${end}`
  if (first === 1 && count >= total) return `[${what}${end}`
  const range = `${units} ${first.toLocaleString('en')} to ${last.toLocaleString('en')}`
  const more = last < total ? `; for more, set offset to ${last}` : ''
  return `[${range} of ${what}${more}${end}`
}
