/** The part of two texts that begins with their first different line and ends with their last. */
export interface DifferingLines {
  /** The number of lines of both texts before it. */
  readonly above: number
  readonly old: string
  readonly now: string
}

/** Code units compared at once. */
const BLOCK = 4_096

/**
 * Finds the part of two texts that differs, with up to `context` equal lines on each side. Large files are mostly equal:
 * only what this returns has to be split into lines.
 */
export function differingLines(old: string, now: string, context: number): DifferingLines {
  const start = lineAt(old, equalAtStart(old, now))
  const ends = equalLinesAtEnd(old, now, start)
  const [from, below] = [linesBack(old, start, context), linesOn(old, old.length - ends, context)]
  return {
    above: countLines(old, 0, from),
    old: old.slice(from, old.length - ends + below),
    now: now.slice(from, now.length - ends + below),
  }
}

/** Counts the lines of a range; the last may lack its end. */
export function countLines(text: string, from = 0, to = text.length): number {
  let count = 0
  for (let at = from; at < to; at += 1) if (text.charCodeAt(at) === LF) count += 1
  return to > from && text.charCodeAt(to - 1) !== LF ? count + 1 : count
}

const LF = 10

function equalAtStart(old: string, now: string): number {
  const most = Math.min(old.length, now.length)
  let at = 0
  while (at + BLOCK <= most && old.slice(at, at + BLOCK) === now.slice(at, at + BLOCK)) at += BLOCK
  while (at < most && old.charCodeAt(at) === now.charCodeAt(at)) at += 1
  return at
}

/** The number of code units of the lines at the end that are equal, all after `start`. */
function equalLinesAtEnd(old: string, now: string, start: number): number {
  const most = Math.min(old.length, now.length) - start
  const same = (length: number, count: number): boolean =>
    old.slice(old.length - length - count, old.length - length) ===
    now.slice(now.length - length - count, now.length - length)
  let length = 0
  while (length + BLOCK <= most && same(length, BLOCK)) length += BLOCK
  while (length < most && same(length, 1)) length += 1
  if (isLineStart(old, old.length - length) && isLineStart(now, now.length - length)) return length
  const end = old.indexOf('\n', old.length - length)
  return end < 0 ? 0 : old.length - end - 1
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text.charCodeAt(at - 1) === LF
}

/** Returns where the line begins that contains this place. */
function lineAt(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
}

/** Returns where the line begins that is this many lines above a line's beginning, or the text's. */
function linesBack(text: string, start: number, count: number): number {
  let at = start
  for (let line = 0; line < count && at > 0; line += 1) at = lineAt(text, at - 1)
  return at
}

/** Returns the length of this many lines from a line's beginning, or of those there are. */
function linesOn(text: string, start: number, count: number): number {
  let at = start
  for (let line = 0; line < count && at < text.length; line += 1) {
    const end = text.indexOf('\n', at)
    at = end < 0 ? text.length : end + 1
  }
  return at - start
}
