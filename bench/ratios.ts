import { median, type Row } from './figures.ts'

/** One round of a comparison: the measurements of both revisions, one right after the other. */
export interface Round {
  readonly there: readonly Row[]
  readonly here: readonly Row[]
}

export interface Ratio {
  readonly what: string
  /** Medians over the rounds. */
  readonly there: number
  readonly here: number
  /** here / there of each round: median, least, most. */
  readonly ratio: readonly [middle: number, least: number, most: number]
}

/** Compares, figure by figure, what both revisions measured in every round. Below 1: the working tree is better. */
export function ratiosOf(rounds: readonly Round[]): readonly Ratio[] {
  const whats = rounds[0]?.here.map(({ what }) => what) ?? []
  return whats.flatMap((what): readonly Ratio[] => {
    const pairs = rounds.flatMap(({ here, there }) => {
      const [a, b] = [valueOf(there, what), valueOf(here, what)]
      return a === null || b === null ? [] : [{ there: a, here: b }]
    })
    if (pairs.length === 0) return []
    const quotients = pairs.map(({ here, there }) => here / there)
    return [
      {
        what,
        there: median(pairs.map(({ there }) => there)),
        here: median(pairs.map(({ here }) => here)),
        ratio: [median(quotients), Math.min(...quotients), Math.max(...quotients)],
      },
    ]
  })
}

function valueOf(rows: readonly Row[], what: string): number | null {
  const row = rows.find((each) => each.what === what)
  return row?.type === 'figure' && Number.isFinite(row.value) && row.value > 0 ? row.value : null
}
