import { Choices, NO_TAPE } from '../choices.ts'
import { Faults } from './faults.ts'

/** Everything that chance decides: how work goes, and which faults strike it. */
export interface Randomness {
  readonly choices: Choices
  readonly faults: Faults
}

/** Separate randomness for each folder (I34): draws in one do not affect the others. */
export class RandomnessByFolder {
  readonly #byFolder = new Map<string, Randomness>()
  readonly #seed: number
  /** The folder without faults. */
  readonly #calm: string | null

  constructor(seed: number, calm: string | null) {
    this.#seed = seed
    this.#calm = calm
  }

  in(folder: string): Randomness {
    const known = this.#byFolder.get(folder)
    if (known !== undefined) return known
    const choices = new Choices(31 * this.#seed + this.#byFolder.size, NO_TAPE)
    const randomness = {
      choices,
      faults: new Faults(choices, { failing: null, isLate: false }, SHARED),
    }
    randomness.faults.isHealed = folder === this.#calm
    this.#byFolder.set(folder, randomness)
    return randomness
  }

  heal(): void {
    for (const { faults } of this.#byFolder.values()) faults.isHealed = true
  }
}

/** Faults of the one shared disk: while it is slow, everyone waits, so no folder has them of its own. */
const SHARED = ['slow']
