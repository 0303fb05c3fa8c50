import type { DiffRow } from './diff-lines.ts'

/** A part of a line, changed or unchanged. */
export interface Piece {
  readonly text: string
  readonly isChanged: boolean
}

/** With more differing words a line counts as rewritten: the comparison takes quadratic time. */
const MAX_WORDS = 300
/** Lines that share a smaller part of their characters are not one changed line. */
const LEAST_SHARED = 0.3

/**
 * The pieces of corresponding removed and added lines, by row: the first removed with the first added of each stretch,
 * and so on. A line without pieces was added or removed as a whole.
 */
export function piecesOf(rows: readonly DiffRow[]): ReadonlyMap<number, readonly Piece[]> {
  const pieces = new Map<number, readonly Piece[]>()
  let start = 0
  while (start < rows.length) {
    const middle = endOf(rows, start, 'removed')
    // "No newline at end of file" belongs to the line before it.
    const first = rows[middle]?.type === 'note' ? middle + 1 : middle
    const end = endOf(rows, first, 'added')
    for (let at = start; at < middle && at - start < end - first; at += 1) {
      const pair = compared(textOf(rows[at]), textOf(rows[at - start + first]))
      if (pair === null) continue
      pieces.set(at, pair.old)
      pieces.set(at - start + first, pair.now)
    }
    start = Math.max(end, start + 1)
  }
  return pieces
}

function endOf(rows: readonly DiffRow[], start: number, type: DiffRow['type']): number {
  let end = start
  while (rows[end]?.type === type) end += 1
  return end
}

function textOf(row: DiffRow | undefined): string {
  return row?.type === 'removed' || row?.type === 'added' ? row.text : ''
}

interface Pair {
  readonly old: readonly Piece[]
  readonly now: readonly Piece[]
}

/** Null: the two have too little in common, or are equal. */
function compared(old: string, now: string): Pair | null {
  const a = wordsOf(old)
  const b = wordsOf(now)
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  let tail = 0
  const most = Math.min(a.length, b.length) - head
  while (tail < most && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1
  const shared = sharedWords(a.slice(head, a.length - tail), b.slice(head, b.length - tail))
  const isKept = (words: readonly string[], side: ReadonlySet<number>) => (index: number) =>
    index < head || index >= words.length - tail || side.has(index - head)
  const pair = { old: joined(a, isKept(a, shared.old)), now: joined(b, isKept(b, shared.now)) }
  return isWorthMarking(pair) ? pair : null
}

/** Words, white space, and every other character by itself. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []
}

/** The positions of a longest common sequence of words, in each of the two. */
function sharedWords(
  a: readonly string[],
  b: readonly string[],
): { readonly old: ReadonlySet<number>; readonly now: ReadonlySet<number> } {
  const old = new Set<number>()
  const now = new Set<number>()
  if (a.length > MAX_WORDS || b.length > MAX_WORDS) return { old, now }
  const width = b.length + 1
  const longest = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      longest[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      old.add(i++)
      now.add(j++)
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return { old, now }
}

/** White space between two changed words is marked with them. */
function joined(words: readonly string[], isKept: (index: number) => boolean): readonly Piece[] {
  const pieces: { text: string; isChanged: boolean }[] = []
  words.forEach((text, index) => {
    const isBetween =
      text.trim() === '' &&
      index > 0 &&
      index < words.length - 1 &&
      !isKept(index - 1) &&
      !isKept(index + 1)
    const isChanged = !isKept(index) || isBetween
    const last = pieces.at(-1)
    if (last?.isChanged === isChanged) last.text += text
    else pieces.push({ text, isChanged })
  })
  return pieces
}

function isWorthMarking({ old, now }: Pair): boolean {
  const sharedIn = (pieces: readonly Piece[]): number => solid(pieces.filter((p) => !p.isChanged))
  const shared = Math.max(sharedIn(old), sharedIn(now))
  const hasChange = [...old, ...now].some(({ isChanged }) => isChanged)
  return hasChange && shared >= LEAST_SHARED * Math.max(solid(old), solid(now))
}

/** The number of characters that are not white space. */
function solid(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.replace(/\s+/g, '').length, 0)
}
