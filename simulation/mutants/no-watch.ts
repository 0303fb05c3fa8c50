import { LivenessWatch as Watch } from '../../src/main/runtime/conversation/liveness-watch.ts'

/** PLANTED BUG: what a conversation waits for is looked at behind steps and at no other time. */
export class LivenessWatch extends Watch {
  override begin(): void {
    this.end()
  }
}
