import type { TimerId, WorkId } from '../../../shared/ids.ts'
import type { QuestionAnswer } from '../../../shared/messages/user-question.ts'
import type { Awaited } from '../../core/turn/awaited.ts'
import type { StopReason } from '../../core/machine/effect.ts'
import { attempt, guard } from '../guard.ts'
import type { Stop, Timers } from '../ports/ports.ts'

interface LiveTimer {
  /** On the clock of `Timers.awake`. */
  readonly dueAt: number
  readonly fire: () => void
  cancel: () => void
  /** How often in a row it was found overdue. */
  timesOverdue: number
}

/**
 * Everything that is alive for one conversation. An id is alive until its final event is taken, or its timer is
 * cancelled.
 */
export class RunningWork {
  readonly #works = new Map<WorkId, AbortController>()
  /** Work whose job has ended; the final event is on its way, or was lost. */
  readonly #ended = new Set<WorkId>()
  readonly #timers = new Map<TimerId, LiveTimer>()
  readonly #pendingAnswers = new Map<WorkId, (answer: QuestionAnswer | null) => void>()
  readonly #clock: Pick<Timers, 'start' | 'awake'>

  constructor(clock: Pick<Timers, 'start' | 'awake'>) {
    this.#clock = clock
  }

  begin(workId: WorkId): AbortSignal {
    const controller = new AbortController()
    this.#works.set(workId, controller)
    return controller.signal
  }

  /** Runs work whose job reports its final event before it ends. */
  async run(workId: WorkId, job: (signal: AbortSignal) => Promise<void>): Promise<void> {
    try {
      await job(this.begin(workId))
    } finally {
      if (this.#works.has(workId)) this.#ended.add(workId)
    }
  }

  /** Waits until `answer` is called. Null if the work ends or is stopped first. */
  async untilAnswered(workId: WorkId): Promise<QuestionAnswer | null> {
    const signal = this.#works.get(workId)?.signal
    if (signal === undefined || signal.aborted) return null
    const { promise, resolve } = Promise.withResolvers<QuestionAnswer | null>()
    const stop = guard('a stop before an answer', () => resolve(null))
    this.#pendingAnswers.set(workId, resolve)
    signal.addEventListener('abort', stop, { once: true })
    const answer = await promise
    signal.removeEventListener('abort', stop)
    this.#pendingAnswers.delete(workId)
    return answer
  }

  answer(workId: WorkId, answer: QuestionAnswer | null): void {
    this.#pendingAnswers.get(workId)?.(answer)
  }

  startTimer(timerId: TimerId, afterMs: number, fire: () => void): void {
    const dueAt = this.#clock.awake() + afterMs
    const timer: LiveTimer = { dueAt, fire, cancel: () => {}, timesOverdue: 0 }
    // Registered before it starts, so one that cannot be started is found overdue.
    this.#timers.set(timerId, timer)
    // Whoever starts a timer of 0 ms reports it.
    if (afterMs === 0) return
    attempt('starting a timer', () => {
      timer.cancel = this.#clock.start(afterMs, fire)
    })
  }

  /** The awake ms until a timer is due, negative if it is late; null if it is not alive. */
  leftMs(timerId: TimerId): number | null {
    const timer = this.#timers.get(timerId)
    return timer === undefined ? null : timer.dueAt - this.#clock.awake()
  }

  /** Fires a timer before its time. */
  fireNow(timerId: TimerId): void {
    const timer = this.#timers.get(timerId)
    if (timer === undefined) return
    attempt('cancelling a timer', timer.cancel)
    timer.fire()
  }

  stop(workIds: readonly WorkId[], reason: StopReason): void {
    const stop: Stop = { reason }
    for (const workId of workIds) this.#works.get(workId)?.abort(stop)
  }

  /** Stops everything; nobody waits for the end. */
  stopAll(reason: StopReason): void {
    this.stop([...this.#works.keys()], reason)
    for (const timerId of this.#timers.keys()) this.stopTimer(timerId)
    this.#works.clear()
    this.#ended.clear()
  }

  stopTimer(timerId: TimerId): void {
    const timer = this.#timers.get(timerId)
    this.#timers.delete(timerId)
    if (timer !== undefined) attempt('cancelling a timer', timer.cancel)
  }

  settled(id: WorkId | TimerId): void {
    this.answer(id as WorkId, null)
    this.#works.delete(id as WorkId)
    this.#ended.delete(id as WorkId)
    this.#timers.delete(id as TimerId)
  }

  /** Returns the first awaited id that is not alive. `isMailRead`: no report is on its way any more. */
  firstMissing(awaited: Awaited, { isMailRead = false } = {}): WorkId | TimerId | null {
    const isAlive = (id: WorkId): boolean =>
      this.#works.has(id) && !(isMailRead && this.#ended.has(id))
    const work = awaited.works.find((id) => !isAlive(id))
    return work ?? awaited.timers.find((id) => !this.#timers.has(id)) ?? null
  }

  /** Returns the timers that were due at each of the last `times` calls and still have not fired. */
  overdue(times: number): ReadonlyMap<TimerId, () => void> {
    const now = this.#clock.awake()
    const late = new Map<TimerId, () => void>()
    for (const [timerId, timer] of this.#timers) {
      timer.timesOverdue = timer.dueAt < now ? timer.timesOverdue + 1 : 0
      if (timer.timesOverdue >= times) late.set(timerId, timer.fire)
    }
    return late
  }

  get isEmpty(): boolean {
    return this.#works.size === 0 && this.#timers.size === 0
  }
}
