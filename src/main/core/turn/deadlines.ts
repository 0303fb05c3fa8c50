import { assertNever } from '../../../shared/assert-never.ts'
import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { TimerId } from '../../../shared/ids.ts'
import type { Turn } from '../../../shared/conversation/turn.ts'

/** Returns another deadline for one that a timer keeps. */
type Move = (deadline: number, timerId: TimerId) => number

/** Returns when each timer of the state is due, in ms since 1970, as the state says. */
export function deadlinesOf(state: ConversationState): ReadonlyMap<TimerId, number> {
  const deadlines = new Map<TimerId, number>()
  withDeadlines(state, (deadline, timerId) => {
    deadlines.set(timerId, deadline)
    return deadline
  })
  return deadlines
}

/**
 * Returns the state with what is left of each wait, and what its call has taken so far, after the wall clock went this
 * much further than the timers: the computer slept, or its clock was set (docs/decisions/029).
 */
export function postponed(state: ConversationState, ms: number): ConversationState {
  return ms === 0 ? state : withDeadlines(state, (deadline) => deadline + ms, ms)
}

/** `ms`: how much later the call counts as started. */
function withDeadlines(state: ConversationState, move: Move, ms = 0): ConversationState {
  switch (state.type) {
    case 'idle':
    case 'contextExhausted':
    case 'error':
    case 'completed':
    case 'failed':
      return state
    case 'awaitingApproval':
      return { ...state, turn: withClock(state.turn, move) }
    case 'awaitingAnswer': {
      const { asked, ...others } = state
      const turn = withClock(state.turn, move)
      const rest = { ...others, turn, current: startedLater(state.current, ms) }
      if (asked === undefined) return rest
      return { ...rest, asked: { ...asked, deadline: move(asked.deadline, asked.timerId) } }
    }
    case 'awaitingLlm': {
      const dueAt = move(state.dueAt, state.timerId)
      const maxDueAt = state.maxDueAt + dueAt - state.dueAt
      return { ...state, turn: withClock(state.turn, move), dueAt, maxDueAt }
    }
    case 'llmRequesting': {
      const { phase } = state
      const moved =
        phase.type === 'backoff'
          ? { ...phase, retryAt: move(phase.retryAt, phase.timerId) }
          : { ...phase, deadline: move(phase.deadline, phase.timerId) }
      return { ...state, turn: withClock(state.turn, move), phase: moved }
    }
    case 'toolExecuting': {
      const current = startedLater(state.current, ms)
      const deadline = move(current.deadline, current.timerId)
      return { ...state, turn: withClock(state.turn, move), current: { ...current, deadline } }
    }
    case 'awaitingSubAgents': {
      const children = state.children.map((child) => {
        const { phase } = child
        if (phase.type !== 'working') return child
        return { ...child, phase: { ...phase, deadline: move(phase.deadline, phase.timerId) } }
      })
      const current = startedLater(state.current, ms)
      return { ...state, turn: withClock(state.turn, move), current, children }
    }
    case 'cancelling': {
      const { then } = state
      const deadline = move(state.deadline, state.timerId)
      if (then.type === 'rest') return { ...state, deadline }
      return { ...state, deadline, then: { ...then, turn: withClock(then.turn, move) } }
    }
    default:
      return assertNever(state)
  }
}

function startedLater<Current extends { readonly startedAt: number }>(
  current: Current,
  ms: number,
): Current {
  return { ...current, startedAt: current.startedAt + ms }
}

function withClock(turn: Turn, move: Move): Turn {
  const { clock } = turn
  if (clock === null || clock.time.type === 'standing') return turn
  const dueAt = move(clock.time.dueAt, clock.time.timerId)
  return { ...turn, clock: { ...clock, time: { ...clock.time, dueAt } } }
}
