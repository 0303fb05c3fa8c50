import { occurrences } from './occurrences.ts'
import { fitIndentation, indentOf } from './fit-indentation.ts'

/** How closely a text was matched. The model is notified of anything except `exact`. */
export type Likeness = 'exact' | 'lineEnds' | 'indentation' | 'spaces'

export interface Match {
  readonly start: number
  readonly end: number
  /** The first and last line that it touches, from 1. */
  readonly lines: readonly [first: number, last: number]
  readonly likeness: Likeness
  /** The new text, adapted to this match. */
  readonly replacement: string
}

export type Found =
  | { readonly type: 'found'; readonly matches: readonly Match[] }
  /** `near`: the closest place in the file, and the first line that differs there; null if there is none. */
  | {
      readonly type: 'none'
      readonly near: { readonly line: number; readonly differs: number } | null
    }

interface Wanted {
  readonly oldText: string
  readonly newText: string
}

/** Further matches are not looked for. */
export const MAX_MATCHES = 10_000
const MAX_PLAIN = 256
/** In comparisons. A hint is not worth more. */
const MAX_HINT_WORK = 1_000_000

/** Each step is more tolerant than the one before; the first that finds anything decides. */
export const FORGIVING: readonly (readonly [Likeness, (line: string) => string])[] = [
  ['lineEnds', (line) => line.trimEnd()],
  ['indentation', (line) => line.trim()],
  ['spaces', (line) => line.trim().replaceAll(/\s+/g, ' ')],
]

/** Finds all occurrences of a text, exact or except for white space. Both texts use one kind of line ends. */
export function findText(text: string, wanted: Wanted): Found {
  const exact = exactMatches(text, wanted)
  if (exact.length > 0) return { type: 'found', matches: exact }
  const old = wanted.oldText.split('\n')
  if (old.length > 1 && old.at(-1) === '') old.pop()
  const first = old.map((line) => line.trim()).find((line) => line !== '')
  // Most texts that are not found have something that occurs nowhere. Splitting a large file takes long.
  if (first === undefined) return { type: 'none', near: null }
  const mayFit = text.includes(longestWord(wanted.oldText))
  if (!mayFit && !text.includes(first.slice(0, MAX_PLAIN))) return { type: 'none', near: null }
  const lines = text.split('\n')
  for (const [likeness, plain] of mayFit ? FORGIVING : []) {
    const at = occurrences(lines.map(plain), old.map(plain), MAX_MATCHES)
    if (at.length === 0) continue
    const offsets = offsetsOf(lines)
    const matches = at.map((line) =>
      lineMatch({ text, lines, old, offsets, wanted, likeness }, line),
    )
    return { type: 'found', matches }
  }
  return { type: 'none', near: nearest(lines, old) }
}

/** Every likeness keeps words as they are. */
function longestWord(text: string): string {
  const words = text.split(/\s+/)
  return words.reduce((one, other) => (other.length > one.length ? other : one)).slice(0, MAX_PLAIN)
}

function exactMatches(text: string, { newText, oldText }: Wanted): readonly Match[] {
  let line = 1
  let counted = 0
  return placesOf(text, oldText).map((start) => {
    const end = start + oldText.length
    line += newlinesIn(text, counted, start)
    counted = start
    const last = line + newlinesIn(text, start, end - 1)
    return { start, end, lines: [line, last], likeness: 'exact', replacement: newText }
  })
}

/** The built-in search is fast, but arbitrarily slow on long repetitive texts. */
function placesOf(text: string, wanted: string): readonly number[] {
  if (wanted.length > MAX_PLAIN) return occurrences(text, wanted, MAX_MATCHES)
  const places: number[] = []
  for (let at = text.indexOf(wanted); at >= 0 && places.length < MAX_MATCHES;) {
    places.push(at)
    at = text.indexOf(wanted, at + wanted.length)
  }
  return places
}

function newlinesIn(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) {
    count += 1
  }
  return count
}

function offsetsOf(lines: readonly string[]): readonly number[] {
  let at = 0
  return lines.map((line) => {
    const start = at
    at += line.length + 1
    return start
  })
}

interface LineSearch {
  readonly text: string
  readonly lines: readonly string[]
  readonly old: readonly string[]
  readonly offsets: readonly number[]
  readonly wanted: Wanted
  readonly likeness: Likeness
}

function lineMatch(search: LineSearch, at: number): Match {
  const { likeness, lines, offsets, old, text, wanted } = search
  const last = at + old.length - 1
  const start = offsets[at] ?? 0
  const lastLine = lines[last] ?? ''
  const bare = lastLine.endsWith('\r') ? lastLine.length - 1 : lastLine.length
  const takesEnd = wanted.oldText.endsWith('\n')
  const whole = (offsets[last] ?? 0) + lastLine.length + 1
  const end = takesEnd ? Math.min(whole, text.length) : (offsets[last] ?? 0) + bare
  const pairs = old.map((line, index) => [line, lines[at + index] ?? ''] as const)
  const first = pairs.find(([line]) => line.trim() !== '')
  const isShifted = first !== undefined && indentOf(first[0]) !== indentOf(first[1])
  const replacement =
    likeness === 'lineEnds' || !isShifted ? wanted.newText : fitIndentation(wanted.newText, pairs)
  return { start, end, lines: [at + 1, last + 1], likeness, replacement }
}

/** Finds the place where most of the old lines follow one another, to show the model what it may have confused. */
function nearest(
  lines: readonly string[],
  old: readonly string[],
): { readonly line: number; readonly differs: number } | null {
  const wanted = old.map((line) => line.trim())
  const from = wanted.findIndex((line) => line !== '')
  let best: { line: number; differs: number } | null = null
  let most = 0
  let work = 0
  for (const [at, line] of lines.entries()) {
    if (line.trim() !== wanted[from]) continue
    let count = 1
    while (from + count < wanted.length && lines[at + count]?.trim() === wanted[from + count]) {
      count += 1
    }
    work += count
    if (work > MAX_HINT_WORK) break
    if (count > most) {
      most = count
      best = { line: at + 1, differs: at + count + 1 }
    }
  }
  return best
}
