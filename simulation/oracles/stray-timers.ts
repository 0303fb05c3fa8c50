import type { TimerId } from '../../src/shared/ids.ts'
import type { Context } from '../../src/main/core/machine/context.ts'
import type { ConversationEvent } from '../../src/main/core/machine/event.ts'
import type { Step } from '../../src/main/core/machine/step.ts'
import type { OracleWorld } from './oracle-world.ts'

interface Timer {
  /** The earliest time at which it can fire. */
  readonly dueAt: number
  /** Time of the request to stop it; null: never. */
  stoppedAt: number | null
}

/** I18: a timer that nothing waits for any more is stopped, and does not fire after that. */
export class StrayTimers {
  readonly #timers = new Map<TimerId, Timer>()
  readonly #complain: (promise: string, facts: string) => void

  constructor(complain: (promise: string, facts: string) => void) {
    this.#complain = complain
  }

  /** Judges only while timers fire at most once and no step that stops one waits for a lock. */
  decided(
    { conversationId }: Context,
    event: ConversationEvent,
    step: Step,
    { ports, schedule }: OracleWorld,
  ): void {
    const { now } = schedule.moment
    const isSound = !ports.hasStruck && !schedule.metLock.has(conversationId)
    if (event.type === 'timerFired' && step.type === 'refused' && isSound)
      this.#checkStray(event.timerId)
    for (const effect of step.type === 'moved' ? step.effects : []) {
      if (effect.type === 'startTimer') {
        const dueAt = now + effect.afterMs
        // A timer of 0 ms fires ahead of its step, which may never be saved.
        this.#timers.set(effect.timerId, { dueAt, stoppedAt: effect.afterMs === 0 ? dueAt : null })
      }
      const stopped = effect.type === 'stopTimer' ? this.#timers.get(effect.timerId) : undefined
      if (stopped !== undefined) stopped.stoppedAt ??= now
    }
  }

  #checkStray(timerId: TimerId): void {
    const timer = this.#timers.get(timerId)
    if (timer === undefined) return this.#complain('I18 a timer was started', timerId)
    if (timer.stoppedAt === null)
      return this.#complain('I18 a timer that nobody waits for is stopped', timerId)
    // A timer that was due before its stop had already fired.
    if (timer.stoppedAt < timer.dueAt)
      this.#complain('I18 a timer that was stopped does not fire', timerId)
  }
}
