/** One line of the table: what was measured and the goal it is held against. */
export interface Figure {
  readonly what: string
  readonly measured: string
  readonly goal: string
  readonly isMet: boolean
}

/** The value below which the share of the numbers lies. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function median(numbers: readonly number[]): number {
  return percentile(numbers, 0.5)
}

export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`
}

export function printTable(figures: readonly Figure[]): void {
  const rows = [['', 'figure', 'measured', 'goal'], ...figures.map(rowOf)]
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  }
}

function rowOf({ what, measured, goal, isMet }: Figure): string[] {
  return [isMet ? 'ok' : 'NO', what, measured, goal]
}
