import { OutputRing as Ring } from '../../src/main/runtime/conversation/feed/output-ring.ts'
import { narrowings } from '../narrowings.ts'

const SHORT = 64

/** Replaces the output ring: with `shortOutput`, it is nearly always full. */
export class OutputRing extends Ring {
  constructor(capacity: number) {
    super(narrowings().shortOutput ? SHORT : capacity)
  }
}
