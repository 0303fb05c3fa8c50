import { failed, ok, type Result } from '../../../../shared/result.ts'
import { FORGIVING } from '../../files/find-text.ts'
import { fitIndentation } from '../../files/fit-indentation.ts'
import { occurrences } from '../../files/occurrences.ts'
import type { Hunk } from './hunk.ts'

interface Updated {
  readonly text: string
  /** Notes on where the patch was not taken literally. */
  readonly notes: readonly string[]
}

/** The position of a hunk. `isExact`: it matches character by character. */
interface Place {
  readonly at: number
  readonly isExact: boolean
}

const MAX_PLACES = 10_000
const MAX_NAMED = 10

/** Literally first, then with more and more tolerance; the first that finds anything decides. */
const LIKENESSES = [(line: string) => line, ...FORGIVING.map(([, plain]) => plain)]

/**
 * Applies hunks in order, each below the one before. A hunk that fits in several places needs an anchor above it. The error
 * lets the model correct itself.
 */
export function applyHunks(
  text: string,
  hunks: readonly Hunk[],
  shown: string,
): Result<Updated, string> {
  if (hunks.length === 0) return ok({ text, notes: [] })
  const file = text.split('\n')
  const hasLastEnd = file.at(-1) === ''
  if (hasLastEnd) file.pop()
  /** Chunks in order, because a file may have more lines than a call accepts arguments. */
  const parts: (readonly string[])[] = []
  const notes: string[] = []
  let used = 0
  for (const [index, hunk] of hunks.entries()) {
    const label = hunks.length === 1 ? shown : `${shown}, hunk ${index + 1}`
    const old = hunk.lines.filter(({ type }) => type !== 'added').map((line) => line.text)
    const place = placeOf(file, old, { hunk, from: used, label })
    if (!place.ok) return place
    const { at, isExact } = place.value
    if (!isExact) {
      notes.push(`${label}: matched from line ${at + 1} on, ignoring differences in white space.`)
    }
    parts.push(file.slice(used, at), changedLines(file.slice(at, at + old.length), hunk, isExact))
    used = at + old.length
  }
  const lines = [...parts, file.slice(used)].flat()
  const end = hasLastEnd || text === '' ? '\n' : ''
  return ok({ text: lines.length === 0 ? '' : lines.join('\n') + end, notes })
}

interface Search {
  readonly hunk: Hunk
  /** The first line that no earlier hunk has used. */
  readonly from: number
  readonly label: string
}

function placeOf(
  file: readonly string[],
  old: readonly string[],
  { from, hunk, label }: Search,
): Result<Place, string> {
  let start = from
  for (const anchor of hunk.anchors) {
    const below = lineLike(file, anchor, start)
    if (below === null) {
      return failed(`${label}: there is no line "${anchor}" below line ${start}. ${READ}`)
    }
    start = below + 1
  }
  const isAnchored = hunk.anchors.length > 0
  // Only new lines: they go below the anchor, or to the end.
  const isBelow = isAnchored && !hunk.isAtEnd
  if (old.length === 0) return ok({ at: isBelow ? start : file.length, isExact: true })
  // Some models use the first line of the hunk as its anchor.
  const { isExact, places } = placesFrom(file, old, isAnchored ? start - 1 : start)
  const fitting = hunk.isAtEnd ? places.filter((at) => at + old.length === file.length) : places
  const [first] = fitting
  if (first === undefined) return failed(`${label}: ${notFound(old, start)}`)
  if (fitting.length > 1 && !isAnchored) return failed(`${label}: ${ambiguous(fitting)}`)
  return ok({ at: first, isExact })
}

function lineLike(file: readonly string[], anchor: string, from: number): number | null {
  for (const plain of LIKENESSES) {
    const wanted = plain(anchor)
    const at = file.findIndex((line, index) => index >= from && plain(line) === wanted)
    if (at >= 0) return at
  }
  return null
}

function placesFrom(
  file: readonly string[],
  old: readonly string[],
  from: number,
): { readonly places: readonly number[]; readonly isExact: boolean } {
  const rest = file.slice(from)
  for (const [index, plain] of LIKENESSES.entries()) {
    const found = occurrences(rest.map(plain), old.map(plain), MAX_PLACES)
    if (found.length > 0) return { places: found.map((at) => at + from), isExact: index === 0 }
  }
  return { places: [], isExact: true }
}

/** Context stays as it is in the file; new lines are adapted to its indentation and line ends. */
function changedLines(current: readonly string[], hunk: Hunk, isExact: boolean): readonly string[] {
  const pairs: (readonly [string, string])[] = []
  const added: string[] = []
  /** Lines of the file, and null for new ones. */
  const order: (string | null)[] = []
  for (const { text, type } of hunk.lines) {
    if (type === 'added') {
      added.push(text)
      order.push(null)
      continue
    }
    const line = current[pairs.length] ?? ''
    pairs.push([text, line])
    if (type === 'same') order.push(line)
  }
  const fitted =
    isExact || added.length === 0 ? added : fitIndentation(added.join('\n'), pairs).split('\n')
  const endsInReturn = current.length > 0 && current.every((line) => line.endsWith('\r'))
  const fresh = fitted
    .map((line) => (endsInReturn && !line.endsWith('\r') ? `${line}\r` : line))
    .values()
  return order.map((line) => line ?? fresh.next().value ?? '')
}

const READ = 'Read the file and quote its lines exactly.'

function notFound(old: readonly string[], from: number): string {
  const [first = ''] = old.filter((line) => line.trim() !== '')
  const where = from === 0 ? '' : ` below line ${from}`
  return `its lines beginning with "${first.slice(0, 100)}" were not found${where}. ${READ}`
}

function ambiguous(places: readonly number[]): string {
  const named = places.slice(0, MAX_NAMED).map((at) => at + 1)
  const more = places.length > named.length ? ', …' : ''
  return `its lines match ${places.length} places, at lines ${named.join(', ')}${more}. Add more context, or a line "@@ " with a line from above the right place.`
}
