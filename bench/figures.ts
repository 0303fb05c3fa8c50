/** The reference of a figure: a goal, or the theoretical minimum if there is no goal. */
type Peer =
  | { readonly type: 'goal'; readonly words: string; readonly isMet: boolean }
  | { readonly type: 'floor'; readonly words: string }

/** One measured row of the table. */
export interface Figure {
  readonly type: 'figure'
  readonly what: string
  /** The number that two revisions are compared by: smaller is better. */
  readonly value: number
  readonly measured: string
  readonly peer: Peer
}

/** A row that could not be measured on this machine, with the reason in one sentence. */
export interface Gap {
  readonly type: 'gap'
  readonly what: string
  readonly reason: string
}

export type Row = Figure | Gap

type Measured = Pick<Figure, 'what' | 'value' | 'measured'>

export function withGoal(measured: Measured, words: string, isMet: boolean): Figure {
  return { type: 'figure', ...measured, peer: { type: 'goal', words, isMet } }
}

/** A figure without a goal; `words` name the theoretical minimum. */
export function withFloor(measured: Measured, words: string): Figure {
  return { type: 'figure', ...measured, peer: { type: 'floor', words } }
}

/** Returns the value below which this share of the numbers lies. */
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

export function megabytes(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} MB`
}

export function kilobytes(bytes: number): string {
  const value = bytes / 1_024
  return `${value.toFixed(value < 10 ? 2 : 0)} KB`
}
