import { setImmediate as pause } from 'node:timers/promises'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { heldPathOf } from '../../files/held-folder.ts'
import type { Place } from '../../files/places.ts'
import {
  type ReincludedFiles,
  reincludedBy,
  NOTHING_REINCLUDED,
} from '../../ripgrep/reincluded-files.ts'
import { namesIn } from '../../ripgrep/names.ts'
import { type RipgrepRequest, runRipgrep } from '../../ripgrep/run-ripgrep.ts'
import { byCodeUnits, firstInOrder } from '../../system/in-slices.ts'
import { type FoundFiles, MAX_OPEN, NOTHING_TO_CLOSE, openFound } from './found-files.ts'
import { leftOutBy } from './left-out.ts'
import type { MatchCount, PagePart } from './page.ts'
import { MAX_FILE_MB, type SearchRoot, shownIn } from './search-root.ts'

export const MAX_SECONDS = 10
/** How long finding out what git ignores may take (ms); then only the glob decides. */
const LISTING_MS = 3_000
/** How much of the total time the walk may take (ms); the rest is for reading the files that it found. */
const WALK_MS = 8_000
const MAX_NAMES_BYTES = 8 * 1024 * 1024
const MAX_LINES_BYTES = 32 * 1024 * 1024
const MAX_COLUMNS = 400
/** How many lines are parsed between two turns of the event loop: about a millisecond. */
const LINES_AT_ONCE = 1_000

const NAMES_CR = /\\r|\\[xu]\{?0*d/i

/** `dueAt`: the deadline, in terms of `performance.now()`. */
export interface GrepQuery {
  readonly pattern: string
  readonly isLiteral: boolean
  readonly ignoresCase: boolean
  readonly glob: string | null
  readonly fileType: string | null
  readonly dueAt: number
  readonly signal: AbortSignal
}

/** The place to search. */
export interface GrepTarget {
  readonly place: Place
  readonly root: SearchRoot
}

/** A line of a file: a match, or context. */
export interface FoundLine {
  readonly path: string
  /** From 1. */
  readonly number: number
  readonly isMatch: boolean
  readonly text: string
}

/** `files` are in order of path. `isWhole`: false if time or room ran out. `leftOut`: see `leftOutBy`. */
export interface MatchCounts {
  readonly files: readonly MatchCount[]
  readonly isWhole: boolean
  readonly leftOut: string
  readonly ignoresNothing: boolean
}

/**
 * Counts matches: ripgrep names files in a walk, then each is opened and counted, because a folder on the path may have
 * become a link during the walk. The error is a sentence for the model.
 */
export async function countMatches(
  query: GrepQuery,
  target: GrepTarget,
): Promise<Result<MatchCounts, string>> {
  const { root } = target
  const named = root.type === 'file' ? ITSELF : await walk(query, root)
  if ('error' in named) return failed(named.error)
  const files: MatchCount[] = []
  let { isWhole } = named
  for (let at = 0; at < named.names.length; at += MAX_OPEN) {
    if (query.signal.aborted) return failed('')
    if (performance.now() > query.dueAt) {
      isWhole = false
      break
    }
    const batch = named.names.slice(at, at + MAX_OPEN)
    const counted = await reading(query, target, batch, ['--count', '--with-filename'])
    if (!counted.ok) return counted
    if (counted.value.isCut) isWhole = false
    files.push(...countsIn(counted.value))
  }
  const { ignoresNothing, leftOut } = named
  return ok({ files, isWhole, leftOut, ignoresNothing })
}

/** The lines of a page, with this many lines around each match. The error is a sentence for the model. */
export async function linesOfPage(
  query: GrepQuery,
  target: GrepTarget,
  page: readonly PagePart[],
  context: number,
): Promise<Result<readonly FoundLine[], string>> {
  const lines: FoundLine[] = []
  for (let at = 0; at < page.length; at += MAX_OPEN) {
    const parts = page.slice(at, at + MAX_OPEN)
    const names = parts.map(({ path }) => path)
    const args = ['--line-number', '--with-filename', '--no-heading', `--context=${context}`]
    // One more than the matches that can be among the lines around the last.
    const most = Math.max(...parts.map(({ skip, take }) => skip + take)) + context + 1
    const limits = [`--max-count=${most}`, `--max-columns=${MAX_COLUMNS}`, '--max-columns-preview']
    const read = await reading(query, target, names, [...args, ...limits])
    if (!read.ok) return read
    const byPath = await linesIn(read.value)
    for (const part of parts) lines.push(...linesOfPart(byPath.get(part.path) ?? [], part, context))
  }
  return ok(lines)
}

/** A file's part of the page, with the lines around its own matches. */
function linesOfPart(
  lines: readonly FoundLine[],
  { skip, take }: PagePart,
  context: number,
): readonly FoundLine[] {
  const matches = lines.filter(({ isMatch }) => isMatch)
  const shown = matches.slice(skip, skip + take)
  if (context === 0) return shown
  const isNear = new Set(
    shown.flatMap(({ number }) =>
      Array.from({ length: 2 * context + 1 }, (_, at) => number - context + at),
    ),
  )
  const own = new Set(shown)
  return lines.filter((line) => own.has(line) || (!line.isMatch && isNear.has(line.number)))
}

type Walked =
  (Omit<MatchCounts, 'files'> & { readonly names: readonly string[] }) | { readonly error: string }

/** Names of files with a match, sorted. */
async function walk(
  query: GrepQuery,
  { folder, exclusions }: Extract<SearchRoot, { type: 'folder' }>,
): Promise<Walked> {
  const { glob, signal } = query
  const reincluded: ReincludedFiles =
    glob === null
      ? NOTHING_REINCLUDED
      : await reincludedBy(glob, {
          args: exclusions,
          folder: folder.heldPath,
          limitMs: LISTING_MS,
          signal,
        })
  const walked = await runRipgrep({
    args: [
      ...matchingArgs(query),
      '--files-with-matches',
      ...fileArgs(query),
      ...exclusions,
      ...reincluded.exclusions,
    ],
    folder: folder.heldPath,
    maxBytes: MAX_NAMES_BYTES,
    limitMs: WALK_MS,
    signal,
  })
  if (walked.type === 'aborted') return { error: '' }
  if (walked.type === 'failed') return { error: walked.reason }
  if (walked.complaint !== '') return { error: `Not searched: ${walked.complaint}` }
  const found = await namesIn(walked.output, (name) => !reincluded.holds(name))
  const names = await firstInOrder(found.names, Infinity, byCodeUnits)
  const { cut, ignoresNothing } = walked
  return { names, isWhole: cut === null, leftOut: leftOutBy(walked, found), ignoresNothing }
}

interface Read {
  readonly output: Buffer
  readonly isCut: boolean
  /** Maps the path of a file to its name. */
  readonly nameByPath: FoundFiles['nameByPath']
}

/** Runs ripgrep on files that are held open meanwhile. */
async function reading(
  query: GrepQuery,
  target: GrepTarget,
  names: readonly string[],
  args: readonly string[],
): Promise<Result<Read, string>> {
  const held = await holdFiles(target, names)
  try {
    if (held.nameByPath.size === 0)
      return ok({ output: Buffer.alloc(0), isCut: false, nameByPath: held.nameByPath })
    const request: RipgrepRequest = {
      args: [...matchingArgs(query), ...args],
      files: [...held.nameByPath.keys()],
      folder: '/',
      maxBytes: MAX_LINES_BYTES,
      limitMs: Math.max(1, query.dueAt - performance.now()),
      signal: query.signal,
    }
    const read = await runRipgrep(request)
    if (read.type === 'aborted') return failed('')
    if (read.type === 'failed') return failed(read.reason)
    if (read.complaint !== '') return failed(`Not searched: ${read.complaint}`)
    return ok({ output: read.output, isCut: read.cut !== null, nameByPath: held.nameByPath })
  } finally {
    await held.close()
  }
}

async function holdFiles(
  { place, root }: GrepTarget,
  names: readonly string[],
): Promise<FoundFiles> {
  if (root.type === 'folder') return openFound(names, root.folder)
  const heldPath = heldPathOf(root.file.handle, place.real)
  return { nameByPath: new Map(names.map((name) => [heldPath, name])), close: NOTHING_TO_CLOSE }
}

/** A single searched file, whose name within itself is empty. */
const ITSELF: Walked = { names: [''], isWhole: true, leftOut: '', ignoresNothing: false }

/** The displayed path of a name within the searched place. */
export function shownPath({ place, root }: GrepTarget, name: string): string {
  return root.type === 'file' ? place.shown : shownIn(place, name)
}

function matchingArgs({ ignoresCase, isLiteral, pattern }: GrepQuery): readonly string[] {
  return [
    `--regexp=${pattern}`,
    `--max-filesize=${MAX_FILE_MB}M`,
    ignoresCase ? '--ignore-case' : '--case-sensitive',
    ...(isLiteral ? ['--fixed-strings'] : []),
    // The end of a line is before its CRLF. A pattern that names CR looks for the character itself.
    ...(NAMES_CR.test(pattern) ? [] : ['--crlf']),
  ]
}

function fileArgs({ fileType, glob }: GrepQuery): readonly string[] {
  return [
    ...(glob === null ? [] : [`--glob=${glob}`]),
    ...(fileType === null ? [] : [`--type=${fileType}`]),
  ]
}

/** Parses `path NUL count`, one per line, into the order of the files. */
function countsIn({ output, nameByPath }: Read): readonly MatchCount[] {
  const counts = new Map<string, number>()
  for (const { content, heldPath } of recordsIn(output)) counts.set(heldPath, Number(content))
  return [...nameByPath].flatMap(([heldPath, path]) => {
    const count = counts.get(heldPath) ?? 0
    return count > 0 ? [{ path, count }] : []
  })
}

/**
 * Parses `path NUL number : text` for matches, `path NUL number - text` for context lines, in slices: other work gets a turn
 * after each.
 */
export async function linesIn({
  output,
  nameByPath,
}: Omit<Read, 'isCut'>): Promise<ReadonlyMap<string, readonly FoundLine[]>> {
  const byPath = new Map<string, FoundLine[]>([...nameByPath.values()].map((path) => [path, []]))
  let count = 0
  for (const { content, heldPath } of recordsIn(output)) {
    count += 1
    if (count % LINES_AT_ONCE === 0) await pause()
    const [, digits = '', mark = ''] = /^(\d+)([:-])/.exec(content) ?? []
    const path = nameByPath.get(heldPath)
    if (path === undefined || digits === '') continue
    const text = content.slice(digits.length + 1).replace(/\r$/, '')
    byPath.get(path)?.push({ path, number: Number(digits), isMatch: mark === ':', text })
  }
  return byPath
}

/**
 * Splits ripgrep's output with --null into lines; its own remarks, on a binary file or between two groups, contain no NUL.
 */
function* recordsIn(
  output: Buffer,
): Generator<{ readonly heldPath: string; readonly content: string }> {
  let at = 0
  for (;;) {
    const nul = output.indexOf(0, at)
    const end = nul < 0 ? -1 : output.indexOf(10, nul)
    if (end < 0) return
    const heldPath = output.subarray(output.lastIndexOf(10, nul) + 1, nul).toString()
    yield { heldPath, content: output.subarray(nul + 1, end).toString() }
    at = end + 1
  }
}
