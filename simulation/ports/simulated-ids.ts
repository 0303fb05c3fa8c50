import type { EventId } from '../../src/shared/ids.ts'
import type { Ids } from '../../src/main/runtime/ports/ports.ts'

/** Counted through the whole run and equally long; chance follows from the count, so that it takes no place on the tape. */
export class SimulatedIds implements Ids {
  private count = 0
  private readonly isEven: boolean

  /** `isEven`: chance is always in the middle. */
  constructor(isEven: boolean) {
    this.isEven = isEven
  }

  next(): EventId {
    return `e${String(++this.count).padStart(5, '0')}` as EventId
  }

  random(): number {
    return this.isEven ? 0.5 : (Math.imul(this.count, 0x9e3779b1) >>> 0) / 2 ** 32
  }
}
