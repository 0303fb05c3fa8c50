import type { EventId } from '../../src/shared/ids.ts'
import type { Ids } from '../../src/main/runtime/ports/ports.ts'

/**
 * Ids count through the whole run and have equal lengths; randomness derives from the count, so it consumes no entry of
 * the tape.
 */
export class SimulatedIds implements Ids {
  #count = 0
  readonly #isEven: boolean

  /** `isEven`: random numbers are always 0.5. */
  constructor(isEven: boolean) {
    this.#isEven = isEven
  }

  next(): EventId {
    return `e${String(++this.#count).padStart(5, '0')}` as EventId
  }

  random(): number {
    return this.#isEven ? 0.5 : (Math.imul(this.#count, 0x9e3779b1) >>> 0) / 2 ** 32
  }
}
