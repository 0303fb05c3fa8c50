import type { WorkId } from '../../src/shared/ids.ts'
import type { StopReason } from '../../src/main/core/machine/effect.ts'
import { RunningWork as Works } from '../../src/main/runtime/conversation/running-work.ts'

/** PLANTED BUG: all work of a conversation shares one abort controller. */
export class RunningWork extends Works {
  readonly #controller = new AbortController()

  override begin(workId: WorkId): AbortSignal {
    super.begin(workId)
    return this.#controller.signal
  }

  override stop(workIds: readonly WorkId[], reason: StopReason): void {
    super.stop(workIds, reason)
    this.#controller.abort({ reason })
  }
}
