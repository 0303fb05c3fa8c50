import type { ConversationState } from '../../src/shared/conversation/conversation-state.ts'
import type { ConversationId, TimerId, WorkId } from '../../src/shared/ids.ts'
import { awaitedBy } from '../../src/main/core/turn/awaited.ts'
import type { Moved } from '../../src/main/core/machine/step.ts'
import { INSPECT_MS } from '../../src/main/runtime/conversation/inspect-calls.ts'
import type { Moment } from '../schedule.ts'
import type { SimulatedRequest } from '../ports/simulated-model.ts'
import type { SimulatedRun } from '../ports/simulated-tools.ts'
import { workOfCall } from './live-work.ts'

/**
 * I12: whatever a state waits for happens in time, or its absence is noticed within seconds. Judged by the clock only,
 * never by what the app believes to be alive.
 */
export class Deadlines {
  readonly #timers = new Map<TimerId, Moment & { readonly afterMs: number }>()
  readonly #requests = new Map<WorkId, SimulatedRequest>()
  readonly #complain: (promise: string, facts: string) => void

  constructor(complain: (promise: string, facts: string) => void) {
    this.#complain = complain
  }

  started({ effects }: Moved, { now, lag }: Moment): void {
    for (const effect of effects) {
      if (effect.type === 'startTimer')
        this.#timers.set(effect.timerId, { now, lag, afterMs: effect.afterMs })
    }
  }

  /** Records that this is the request the state waits for. */
  asked(state: ConversationState, asked: SimulatedRequest): void {
    const requestId = requestOf(state)
    if (requestId !== null) this.#requests.set(requestId, asked)
  }

  /** `mostMs`: longest permitted delay after the deadline, or after the last lock that the conversation met. */
  check(
    id: ConversationId,
    state: ConversationState,
    ran: SimulatedRun | undefined,
    { now, lag, mostMs, metLock }: Moment & { readonly mostMs: number; readonly metLock?: Moment },
  ): void {
    const from = (moment: Moment): number => now - moment.now - (lag - moment.lag)
    const locked = metLock === undefined ? Infinity : from(metLock)
    const since = (moment: Moment | null | undefined): number =>
      moment === null || moment === undefined ? 0 : Math.min(from(moment), locked)
    for (const timerId of awaitedBy(state).timers) {
      const timer = this.#timers.get(timerId)
      if (timer === undefined) this.#complain('I12 an awaited timer was started', state.type)
      // A step that waits for a lock starts its timers after it.
      const late = since(timer) - (timer?.afterMs ?? 0)
      if (late > mostMs) this.#complain('I12 no state outlives its timer', `${state.type} ${late}`)
    }
    // A request that waits for hooks or for its flush has not been sent yet.
    const requestId = requestOf(state)
    const asked = requestId === null ? undefined : this.#requests.get(requestId)
    if (since(asked?.endedAt) > mostMs + INSPECT_MS)
      this.#complain('I12 an answer is taken when it comes', id)
    const isRunning = ran !== undefined && ran.run.workId === workOfCall(state)
    if (isRunning && since(ran.endedAt) > mostMs)
      this.#complain('I12 a result is taken when it comes', id)
  }
}

function requestOf(state: ConversationState): WorkId | null {
  const isRequesting = state.type === 'llmRequesting' && state.phase.type !== 'backoff'
  return isRequesting ? state.phase.requestId : null
}
