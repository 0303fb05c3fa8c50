import type { Tape } from '../choices.ts'
import type { DiskType } from '../disks/disk.ts'
import type { Mark } from '../marks/marks.ts'

export interface RunOptions {
  readonly seed: number
  readonly tape: Tape
  readonly store: DiskType
  /** The app dies at this write: 0 before the first, 1 after it, 2 before the second, ... */
  readonly commit: number | null
  /** This write fails, counted from 0; null: none in any case. */
  readonly failing: number | null
  /** Two conversations draw nothing from each other (I34). `calm`: the folder of one in which nothing goes wrong. */
  readonly apart: { readonly calm: string | null } | null
  /** Reports come late, and people are quick: for pairs of state and event that other runs meet rarely. */
  readonly isLate: boolean
  readonly isHashed: boolean
  readonly tell: ((line: string) => void) | null
  /** Marks that need not be looked for any more. */
  readonly known: ReadonlySet<Mark>
}
