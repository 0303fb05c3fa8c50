import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { TimerId, WorkId } from '../../../shared/ids.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import type { StopReason } from '../machine/effect.ts'
import type { Draft } from '../machine/step.ts'
import { clockTimerOf } from './turn-clock.ts'

export interface Awaited {
  readonly works: readonly WorkId[]
  readonly timers: readonly TimerId[]
}

/**
 * Returns everything that a state waits for. Every busy state waits at least for a timer, unless a person is asked:
 * that is what "never stuck" means.
 */
export function awaitedBy(state: ConversationState): Awaited {
  const { works, timers } = awaitedApartFromClock(state)
  const clock = clockTimerOf(state)
  return { works, timers: clock === null ? timers : [...timers, clock] }
}

function awaitedApartFromClock(state: ConversationState): Awaited {
  switch (state.type) {
    case 'idle':
    case 'awaitingApproval':
    case 'contextExhausted':
    case 'error':
    case 'completed':
    case 'failed':
      return { works: [], timers: [] }
    case 'awaitingAnswer': {
      const { asked } = state
      return asked === undefined
        ? { works: [], timers: [] }
        : { works: [asked.workId], timers: [asked.timerId] }
    }
    case 'awaitingLlm':
      return { works: [], timers: [state.timerId] }
    case 'llmRequesting':
      return state.phase.type === 'backoff'
        ? { works: [], timers: [state.phase.timerId] }
        : { works: [state.phase.requestId], timers: [state.phase.timerId] }
    case 'toolExecuting':
      return { works: [state.current.workId], timers: [state.current.timerId] }
    case 'awaitingSubAgents': {
      const open = state.children.filter(({ phase }) => phase.type !== 'ended')
      const timers = open.flatMap(({ phase }) => ('timerId' in phase ? [phase.timerId] : []))
      return { works: open.map(({ agentId }) => agentId), timers }
    }
    case 'cancelling':
      return { works: state.waitingFor.map((ending) => ending.workId), timers: [state.timerId] }
    default:
      return assertNever(state)
  }
}

/** Returns the timer that sends the next request; null if none is due. */
export function requestTimerOf(state: ConversationState): TimerId | null {
  if (state.type === 'awaitingLlm') return state.timerId
  const waits = state.type === 'llmRequesting' && state.phase.type === 'backoff'
  return waits ? state.phase.timerId : null
}

/** True if the state waits for this work or timer. */
export function awaits(state: ConversationState, id: WorkId | TimerId): boolean {
  const { works, timers } = awaitedBy(state)
  return works.some((workId) => workId === id) || timers.some((timerId) => timerId === id)
}

/** Stops everything that the state waits for, except the turn's clock, which may continue (turn-clock.ts). */
export function stopAwaited(draft: Draft, state: ConversationState, reason: StopReason): void {
  const { works, timers } = awaitedApartFromClock(state)
  if (works.length > 0) draft.start({ type: 'stopWork', workIds: works, reason })
  for (const timerId of timers) draft.start({ type: 'stopTimer', timerId })
}
