/** A case that fast-check once found, as it printed it. */
export interface RegressionSeed {
  /** The name of its property. */
  readonly property: string
  readonly seed: number
  readonly path: string
}

/** Replayed ahead of the random cases, permanently. A bug that a property finds gets its line here. */
export const REGRESSION_SEEDS: readonly RegressionSeed[] = []
