import type { TimerId, WorkId } from '../../shared/ids.ts'
import type { Awaited } from '../core/awaited.ts'
import type { StopReason } from '../core/effect.ts'
import type { Stop } from './ports.ts'

/** What lives on behalf of one conversation. An id lives until its final event is taken, or its timer is taken back. */
export class RunningWork {
  private readonly works = new Map<WorkId, AbortController>()
  private readonly timers = new Map<TimerId, () => void>()

  begin(workId: WorkId): AbortSignal {
    const controller = new AbortController()
    this.works.set(workId, controller)
    return controller.signal
  }

  beginTimer(timerId: TimerId, takeBack: () => void): void {
    this.timers.set(timerId, takeBack)
  }

  stop(workIds: readonly WorkId[], reason: StopReason): void {
    const stop: Stop = { reason }
    for (const workId of workIds) this.works.get(workId)?.abort(stop)
  }

  /** All of it: nobody waits for its end. */
  stopAll(reason: StopReason): void {
    this.stop([...this.works.keys()], reason)
    for (const timerId of this.timers.keys()) this.stopTimer(timerId)
    this.works.clear()
  }

  stopTimer(timerId: TimerId): void {
    this.timers.get(timerId)?.()
    this.timers.delete(timerId)
  }

  settled(id: WorkId | TimerId): void {
    this.works.delete(id as WorkId)
    this.timers.delete(id as TimerId)
  }

  /** The first id that is awaited and does not live. */
  firstMissing(awaited: Awaited): WorkId | TimerId | null {
    const work = awaited.works.find((id) => !this.works.has(id))
    return work ?? awaited.timers.find((id) => !this.timers.has(id)) ?? null
  }

  get isEmpty(): boolean {
    return this.works.size === 0 && this.timers.size === 0
  }
}
