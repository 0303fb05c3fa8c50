import { Choices, NO_TAPE } from '../choices.ts'
import { Faults } from './faults.ts'

/** Everything that chance decides: how work goes, and which faults strike it. */
export interface Lot {
  readonly choices: Choices
  readonly faults: Faults
}

/** One lot per folder (I34): draws in one do not affect the others. */
export class LotsApart {
  private readonly lots = new Map<string, Lot>()
  private readonly seed: number
  /** The folder without faults. */
  private readonly calm: string | null

  constructor(seed: number, calm: string | null) {
    this.seed = seed
    this.calm = calm
  }

  in(folder: string): Lot {
    const known = this.lots.get(folder)
    if (known !== undefined) return known
    const choices = new Choices(31 * this.seed + this.lots.size, NO_TAPE)
    const lot = { choices, faults: new Faults(choices, { failing: null, isLate: false }, SHARED) }
    lot.faults.isHealed = folder === this.calm
    this.lots.set(folder, lot)
    return lot
  }

  heal(): void {
    for (const { faults } of this.lots.values()) faults.isHealed = true
  }
}

/** Faults of the one shared disk: while it is slow, everyone waits, so no lot has them. */
const SHARED = ['slow']
