import type { Row } from './figures.ts'
import type { Need } from './needs.ts'

/** The arguments of one run of a bench. */
export interface Trial {
  /** The built browser host under test. */
  readonly program: string
  /** The shortest form: few rounds, little data, goals not checked. */
  readonly isShort: boolean
  /** A folder for data that several runs of this process share. */
  readonly cacheFolder: string
}

export interface Bench {
  /** `program`: measures the built program. `source`: measures modules of the working tree. */
  readonly of: 'program' | 'source'
  readonly needs: readonly Need[]
  measure(trial: Trial): Promise<readonly Row[]>
}
