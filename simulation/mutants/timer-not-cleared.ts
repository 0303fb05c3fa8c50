import type { TimerId } from '../../src/shared/ids.ts'
import { RunningWork as Works } from '../../src/main/runtime/conversation/running-work.ts'

/** PLANTED BUG: a stopped timer is forgotten but keeps running. */
export class RunningWork extends Works {
  override stopTimer(timerId: TimerId): void {
    this.settled(timerId)
  }
}
