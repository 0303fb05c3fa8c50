import { Choices, NO_TAPE } from '../choices.ts'

/** A row of choices for each name, none of them on the tape: draws of one do not affect the others (I34). */
export class ChoicesByName<Name extends string> {
  readonly #byName = new Map<Name, Choices>()
  readonly #seed: number

  constructor(seed: number) {
    this.#seed = seed
  }

  of(name: Name): Choices {
    const known = this.#byName.get(name)
    if (known !== undefined) return known
    // Seeded by its name, not by its order of arrival.
    const choices = new Choices(this.#seed + numberOf(name), NO_TAPE)
    this.#byName.set(name, choices)
    return choices
  }
}

function numberOf(name: string): number {
  return Buffer.from(name).reduce((sum, byte) => (31 * sum + byte) % 1_000_003, 0)
}
