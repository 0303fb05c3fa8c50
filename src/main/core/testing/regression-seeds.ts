/** A failing case that fast-check found, as it printed it. */
export interface RegressionSeed {
  /** The name of its property. */
  readonly property: string
  readonly seed: number
  readonly path: string
}

/** Replayed before the random cases. A bug that a property finds gets its entry here. */
export const REGRESSION_SEEDS: readonly RegressionSeed[] = []
