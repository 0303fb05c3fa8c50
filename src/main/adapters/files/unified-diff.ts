import { diffLines, type Changed } from './line-diff.ts'

const CONTEXT = 3
const MAX_LINE = 1_000
/** Of a file that is made or deleted the model knows the rest, or can read it. */
const MAX_WHOLE_LINES = 200

export interface FileDiff {
  readonly lines: readonly string[]
  readonly added: number
  readonly removed: number
}

/** The change of one file as `diff -u` shows it. Null: the file is not there. */
export function unifiedDiff(name: string, old: string | null, now: string | null): FileDiff {
  const a = linesOf(old ?? '')
  const b = linesOf(now ?? '')
  const changes = diffLines(a, b)
  const head = [
    `--- ${old === null ? '/dev/null' : `a/${name}`}`,
    `+++ ${now === null ? '/dev/null' : `b/${name}`}`,
  ]
  const isWhole = old === null || now === null
  const hunks = groups(changes).flatMap((group) => hunk(group, a, b, isWhole))
  return {
    lines: [...head, ...hunks],
    added: changes.reduce((sum, { newFrom, newTo }) => sum + newTo - newFrom, 0),
    removed: changes.reduce((sum, { from, to }) => sum + to - from, 0),
  }
}

/** Each with its end, so that a last line without one differs from one that has it. */
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

/** Changes whose surroundings touch share a hunk. */
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
  isWhole: boolean,
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
  return [`@@ -${oldRange} +${newRange} @@`, ...(isWhole ? shortened(body) : body)]
}

function shortened(body: readonly string[]): readonly string[] {
  const left = body.length - MAX_WHOLE_LINES
  return left > 0 ? [...body.slice(0, MAX_WHOLE_LINES), `\\ ${left} more lines`] : body
}

function range(from: number, to: number): string {
  const count = to - from
  return count === 0 ? `${from},0` : count === 1 ? `${from + 1}` : `${from + 1},${count}`
}

function line(mark: string, text = ''): readonly string[] {
  const plain = text.replace(/\r?\n$/, '')
  const shown = plain.length > MAX_LINE ? `${plain.slice(0, MAX_LINE)}…` : plain
  const lines = [mark + shown.toWellFormed()]
  return text.endsWith('\n') ? lines : [...lines, '\\ No newline at end of file']
}
