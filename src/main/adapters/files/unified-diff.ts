import { diffLines, type Changed } from './line-diff.ts'

const CONTEXT = 3

/** How much is shown: the code units of a line, and the lines of a new or deleted file. */
export interface DiffLimits {
  readonly line: number
  readonly newLines: number
}

/** The model knows the rest of a new or deleted file, or can read it. */
const FOR_MODELS: DiffLimits = { line: 1_000, newLines: 200 }
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
  const a = linesOf(old ?? '')
  const b = linesOf(now ?? '')
  const changes = diffLines(a, b)
  // A name with a line break would add extra lines to the diff.
  const shown = name.replaceAll(/[\r\n]/g, '\uFFFD')
  const head = [
    `--- ${old === null ? '/dev/null' : `a/${shown}`}`,
    `+++ ${now === null ? '/dev/null' : `b/${shown}`}`,
  ]
  const maxLines = old === null || now === null ? limits.newLines : Infinity
  const hunks = groups(changes).flatMap((group) => {
    const [ranges, ...body] = hunk(group, a, b)
    return ranges === undefined ? [] : [ranges, ...shortened(body, maxLines)]
  })
  return {
    lines: [...head, ...hunks.map((each) => cut(each, limits.line))],
    added: changes.reduce((sum, { newFrom, newTo }) => sum + newTo - newFrom, 0),
    removed: changes.reduce((sum, { from, to }) => sum + to - from, 0),
  }
}

/** Keeps line ends, so a last line without one differs from one that has it. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = []
  let at = 0
  while (at < text.length) {
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
  a: readonly string[],
  b: readonly string[],
): readonly string[] {
  const [first] = group
  const last = group.at(-1)
  if (first === undefined || last === undefined) return []
  const before = Math.min(CONTEXT, first.from)
  const after = Math.min(CONTEXT, a.length - last.to)
  const oldRange = range(first.from - before, last.to + after)
  const newRange = range(first.newFrom - before, last.newTo + after)
  const body: string[] = []
  let at = first.from - before
  for (const { from, newFrom, newTo, to } of group) {
    for (; at < from; at++) body.push(...line(' ', a[at]))
    for (; at < to; at++) body.push(...line('-', a[at]))
    for (let index = newFrom; index < newTo; index++) body.push(...line('+', b[index]))
  }
  for (; at < last.to + after; at++) body.push(...line(' ', a[at]))
  return [`@@ -${oldRange} +${newRange} @@`, ...body]
}

function shortened(body: readonly string[], max: number): readonly string[] {
  const left = body.length - max
  return left > 0 ? [...body.slice(0, max), `\\ ${left} more lines`] : body
}

/** The mark before a line is not part of it. */
function cut(marked: string, max: number): string {
  const left = marked.length - 1 - max
  const shown = left > 0 ? `${marked.slice(0, max + 1)}… ${left} more characters` : marked
  return shown.toWellFormed()
}

function range(from: number, to: number): string {
  const count = to - from
  return count === 0 ? `${from},0` : count === 1 ? `${from + 1}` : `${from + 1},${count}`
}

function line(mark: string, text = ''): readonly string[] {
  const lines = [mark + text.replace(/\r?\n$/, '')]
  return text.endsWith('\n') ? lines : [...lines, '\\ No newline at end of file']
}
