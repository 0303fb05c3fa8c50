/** Lines `[from, to)` of the old text became lines `[newFrom, newTo)` of the new one. */
export interface Changed {
  readonly from: number
  readonly to: number
  readonly newFrom: number
  readonly newTo: number
}

/** A stretch with more differences counts as rewritten: the search takes time in proportion to their square. */
const MAX_DIFFERENCES = 1_000

/** The smallest set of changes between two texts (Myers), in order. */
export function diffLines(old: readonly string[], now: readonly string[]): readonly Changed[] {
  let start = 0
  const shortest = Math.min(old.length, now.length)
  while (start < shortest && old[start] === now[start]) start += 1
  let oldEnd = old.length
  let nowEnd = now.length
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) {
    oldEnd -= 1
    nowEnd -= 1
  }
  if (start === oldEnd && start === nowEnd) return []
  const a = old.slice(start, oldEnd)
  const b = now.slice(start, nowEnd)
  const whole = { from: start, to: oldEnd, newFrom: start, newTo: nowEnd }
  const trace = a.length === 0 || b.length === 0 ? null : forward(a, b)
  if (trace === null) return [whole]
  return walkBack(trace, a.length, b.length).map(({ from, newFrom, newTo, to }) => ({
    from: from + start,
    to: to + start,
    newFrom: newFrom + start,
    newTo: newTo + start,
  }))
}

/** How far each diagonal gets with each number of differences. Null if there are too many. */
function forward(a: readonly string[], b: readonly string[]): readonly Int32Array[] | null {
  const reach = new Int32Array(2 * MAX_DIFFERENCES + 3)
  const middle = MAX_DIFFERENCES + 1
  const trace: Int32Array[] = []
  for (let depth = 0; depth <= Math.min(MAX_DIFFERENCES, a.length + b.length); depth++) {
    trace.push(reach.slice(middle - depth - 1, middle + depth + 2))
    for (let diagonal = -depth; diagonal <= depth; diagonal += 2) {
      let x = firstOn(reach, middle, diagonal, depth)
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1
      reach[middle + diagonal] = x
      if (x >= a.length && x - diagonal >= b.length) return trace
    }
  }
  return null
}

/** The place where a diagonal is entered: by a line of the new text, or by omitting one of the old text. */
function firstOn(reach: Int32Array, middle: number, diagonal: number, depth: number): number {
  const below = reach[middle + diagonal + 1] ?? 0
  const left = reach[middle + diagonal - 1] ?? 0
  return isInserted(diagonal, depth, below, left) ? below : left + 1
}

function isInserted(diagonal: number, depth: number, below: number, left: number): boolean {
  return diagonal === -depth || (diagonal !== depth && left < below)
}

function walkBack(trace: readonly Int32Array[], oldLength: number, newLength: number): Changed[] {
  const changes: Changed[] = []
  let x = oldLength
  let y = newLength
  for (let depth = trace.length - 1; depth > 0; depth--) {
    const reach = trace[depth] ?? new Int32Array(0)
    const diagonal = x - y
    const below = reach[diagonal + depth + 2] ?? 0
    const left = reach[diagonal + depth] ?? 0
    const inserted = isInserted(diagonal, depth, below, left)
    const previous = inserted ? below : left
    const previousY = previous - (inserted ? diagonal + 1 : diagonal - 1)
    const step = { from: previous, newFrom: previousY }
    const to = inserted ? previous : previous + 1
    const newTo = inserted ? previousY + 1 : previousY
    const next = changes[0]
    if (next?.from === to && next.newFrom === newTo) changes[0] = { ...next, ...step }
    else changes.unshift({ ...step, to, newTo })
    x = previous
    y = previousY
  }
  return changes
}
