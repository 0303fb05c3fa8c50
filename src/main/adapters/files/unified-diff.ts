import { countLines, differingLines } from './differing-lines.ts'
import { diffLines, type Changed } from './line-diff.ts'

const CONTEXT = 3
/** A part with more lines, of both texts together, counts as rewritten and is not split. */
const MOST_SPLIT = 1_000_000
/** More lines of one change are counted, not shown. */
const MOST_SHOWN = 20_000

/** How much is shown: the code units of a line, and the lines of a new or deleted file. */
export interface DiffLimits {
  readonly line: number
  readonly newLines: number
}

/** The model knows the rest of a new or deleted file, or can read it. */
export const FOR_MODELS: DiffLimits = { line: 1_000, newLines: 200 }
/** A user who is asked to allow the change sees the whole file; the number of characters cut from a line is shown. */
export const FOR_PEOPLE: DiffLimits = { line: 10_000, newLines: Infinity }

export interface FileDiff {
  readonly lines: readonly string[]
  readonly added: number
  readonly removed: number
}

/** The change of one file in the format of `diff -u`. Null: the file does not exist. */
export function unifiedDiff(
  name: string,
  old: string | null,
  now: string | null,
  limits: DiffLimits = FOR_MODELS,
): FileDiff {
  const head = [
    `--- ${old === null ? '/dev/null' : quoted(`a/${name}`)}`,
    `+++ ${now === null ? '/dev/null' : quoted(`b/${name}`)}`,
  ]
  const part = partOf(old ?? '', now ?? '')
  const maxLines = Math.min(old === null || now === null ? limits.newLines : Infinity, MOST_SHOWN)
  const hunks = groups(part.changes).flatMap((group) => hunk(group, part, maxLines))
  return {
    lines: [...head, ...hunks.map((each) => cut(each, limits.line))],
    added: part.changes.reduce((sum, { newFrom, newTo }) => sum + newTo - newFrom, 0),
    removed: part.changes.reduce((sum, { from, to }) => sum + to - from, 0),
  }
}

/** The lines of the part that differs; of a rewritten one only those that are shown. */
interface Part {
  /** The number of lines before it. */
  readonly above: number
  readonly a: readonly string[]
  readonly b: readonly string[]
  /** The number of old lines. */
  readonly oldLines: number
  readonly changes: readonly Changed[]
}

function partOf(old: string, now: string): Part {
  const near = differingLines(old, now, CONTEXT)
  const oldLines = countLines(near.old)
  if (oldLines + countLines(near.now) <= MOST_SPLIT) {
    const [a, b] = [linesOf(near.old), linesOf(near.now)]
    return { above: near.above, a, b, oldLines, changes: diffLines(a, b) }
  }
  const all = differingLines(old, now, 0)
  const [to, newTo] = [countLines(all.old), countLines(all.now)]
  const [a, b] = [linesOf(all.old, MOST_SHOWN), linesOf(all.now, MOST_SHOWN)]
  return { above: all.above, a, b, oldLines: to, changes: [{ from: 0, to, newFrom: 0, newTo }] }
}

/** Keeps line ends, so a last line without one differs from one that has it. */
function linesOf(text: string, most = Infinity): readonly string[] {
  const lines: string[] = []
  let at = 0
  while (at < text.length && lines.length < most) {
    const end = text.indexOf('\n', at)
    const next = end < 0 ? text.length : end + 1
    lines.push(text.slice(at, next))
    at = next
  }
  return lines
}

/** Changes whose contexts touch share a hunk. */
function groups(changes: readonly Changed[]): readonly (readonly Changed[])[] {
  const all: Changed[][] = []
  for (const change of changes) {
    const last = all.at(-1)?.at(-1)
    if (last !== undefined && change.from - last.to <= 2 * CONTEXT) all.at(-1)?.push(change)
    else all.push([change])
  }
  return all
}

function hunk(
  group: readonly Changed[],
  { a, above, b, oldLines }: Part,
  maxLines: number,
): readonly string[] {
  const [first] = group
  const last = group.at(-1)
  if (first === undefined || last === undefined) return []
  const before = Math.min(CONTEXT, first.from)
  const after = Math.min(CONTEXT, oldLines - last.to)
  const oldRange = range(above, first.from - before, last.to + after)
  const newRange = range(above, first.newFrom - before, last.newTo + after)
  const body: string[] = []
  let left = 0
  const show = (mark: string, lines: readonly string[], from: number, to: number): void => {
    const end = Math.min(to, from + Math.max(0, maxLines - body.length))
    for (let at = from; at < end; at += 1) body.push(...line(mark, lines[at]))
    left += to - Math.max(from, end)
  }
  let at = first.from - before
  for (const { from, newFrom, newTo, to } of group) {
    show(' ', a, at, from)
    show('-', a, from, to)
    show('+', b, newFrom, newTo)
    at = to
  }
  show(' ', a, at, last.to + after)
  const more = left > 0 ? [`\\ ${left} more lines`] : []
  return [`@@ -${oldRange} +${newRange} @@`, ...body, ...more]
}

/** The mark before a line is not part of it. */
function cut(marked: string, max: number): string {
  const left = marked.length - 1 - max
  const shown = left > 0 ? `${marked.slice(0, max + 1)}… ${left} more characters` : marked
  return shown.toWellFormed()
}

/** As git prints it: a name with a line break, which would add lines to the diff, is quoted. */
function quoted(name: string): string {
  if (!/[\r\n]/.test(name)) return name
  return `"${withoutBreaks(name.replaceAll(/["\\]/g, String.raw`\$&`))}"`
}

/** The text in one line, its breaks as escapes. */
export function withoutBreaks(text: string): string {
  return text.replaceAll('\n', String.raw`\n`).replaceAll('\r', String.raw`\r`)
}

function range(above: number, from: number, to: number): string {
  const [first, count] = [above + from, to - from]
  return count === 0 ? `${first},0` : count === 1 ? `${first + 1}` : `${first + 1},${count}`
}

function line(mark: string, text = ''): readonly string[] {
  const lines = [mark + text.replace(/\r?\n$/, '')]
  return text.endsWith('\n') ? lines : [...lines, '\\ No newline at end of file']
}
