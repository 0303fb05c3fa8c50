import type { Tape } from '../choices.ts'
import type { DiskType } from '../disks/disk.ts'
import type { Mark } from '../marks/marks.ts'

export interface RunOptions {
  readonly seed: number
  readonly tape: Tape
  readonly store: DiskType
  /** The app dies at this write: 0 before the first, 1 after it, 2 before the second, ... */
  readonly commit: number | null
  /** The statement that fails (`STATEMENTS` in faults.ts); null: no particular one. */
  readonly failing: number | null
  /** Two conversations draw from separate randomness (I34). `calm`: the folder without faults. */
  readonly isolation: { readonly calm: string | null } | null
  /** Reports come late, and people act quickly: for pairs of state and event that other runs rarely meet. */
  readonly isLate: boolean
  readonly isHashed: boolean
  readonly onLine: ((line: string) => void) | null
  /** Marks that have already been found. */
  readonly known: ReadonlySet<Mark>
}
