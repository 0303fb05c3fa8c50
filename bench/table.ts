import { assertNever } from '../src/shared/assert-never.ts'
import type { Figure, Row } from './figures.ts'
import type { Outcome } from './run-in-process.ts'

/** The outcome of one bench. */
export interface FinishedBench {
  readonly name: string
  readonly outcome: Outcome
}

type Cells = readonly string[]

/** Table rows of a run. `isJudged`: measurements are compared with their goals. */
export function rowsOf({ name, outcome }: FinishedBench, isJudged: boolean): readonly Cells[] {
  if (outcome.type === 'measured') return outcome.rows.map((row) => cellsOf(row, isJudged))
  return [[markOf(outcome), name, sentenceOf(outcome), '']]
}

/** True if the bench finished with plausible numbers, or cannot run on this machine. */
export function isSound({ outcome }: FinishedBench): boolean {
  switch (outcome.type) {
    case 'measured':
      return outcome.rows.length > 0 && outcome.rows.every(isPlausible)
    case 'impossible':
      return true
    case 'failed':
    case 'overdue':
      return false
    default:
      return assertNever(outcome)
  }
}

/** Returns the reason for missing figures, in one sentence. */
export function sentenceOf(outcome: Exclude<Outcome, { readonly type: 'measured' }>): string {
  switch (outcome.type) {
    case 'impossible':
      return `Cannot run here: ${outcome.reason}`
    case 'failed':
      return `Failed: ${outcome.reason}`
    case 'overdue':
      return `Ended after its limit of ${outcome.limitMs / 1_000} s.`
    default:
      return assertNever(outcome)
  }
}

export function printTable(head: Cells, rows: readonly Cells[]): void {
  const lines = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => widthOf(line, column))))
  for (const line of lines) {
    const cells = line.map((cell, column) => cell.padEnd(widths[column] ?? 0))
    console.log(cells.join('  ').trimEnd())
  }
}

/** A sentence extends over the following columns. */
function widthOf(line: Cells, column: number): number {
  const isSentence = column === 2 && line.slice(3).every((cell) => cell === '')
  return isSentence ? 0 : (line[column]?.length ?? 0)
}

function markOf(outcome: Outcome): string {
  return outcome.type === 'impossible' ? '-' : 'FAILED'
}

function cellsOf(row: Row, isJudged: boolean): Cells {
  if (row.type === 'gap') return ['-', row.what, `Cannot run here: ${row.reason}`, '']
  const { measured, peer, what } = row
  const words = peer.type === 'goal' ? peer.words : `(told) floor: ${peer.words}`
  return [markOfFigure(row, isJudged), what, measured, words]
}

function markOfFigure(figure: Figure, isJudged: boolean): string {
  if (!isPlausible(figure)) return 'FAILED'
  if (!isJudged || figure.peer.type === 'floor') return ''
  return figure.peer.isMet ? 'ok' : 'NO'
}

function isPlausible(row: Row): boolean {
  return row.type === 'gap' || (Number.isFinite(row.value) && row.value > 0)
}
