import { Choices, NO_TAPE } from '../choices.ts'
import { Faults } from './faults.ts'

/** What chance decides: how work goes, and what goes wrong in it. */
export interface Lot {
  readonly choices: Choices
  readonly faults: Faults
}

/** A lot for each folder (I34): what happens in one draws nothing from the others. */
export class LotsApart {
  private readonly lots = new Map<string, Lot>()
  private readonly seed: number
  /** Where nothing goes wrong. */
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

/** There is one disk: while it is slow everybody waits. */
const SHARED = ['slow']
