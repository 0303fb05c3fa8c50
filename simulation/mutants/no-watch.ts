import { LivenessWatch as Watch } from '../../src/main/runtime/conversation/liveness-watch.ts'

/** PLANTED BUG: awaited work is checked only after steps. */
export class LivenessWatch extends Watch {
  override begin(): void {
    this.end()
  }
}
