import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { CallId, TurnId } from '../../../shared/ids.ts'
import type { ConversationEvent } from '../machine/event.ts'
import type { Moved, Step } from '../machine/step.ts'

/** Facts that tests need about steps and states. */
export function moved(step: Step): Moved {
  if (step.type !== 'moved') throw new Error(`refused: ${step.reason}`)
  return step
}

/** Returns the calls of a round that have no result yet. */
export function openCalls(state: ConversationState): readonly CallId[] {
  if (!('round' in state)) return []
  const current = 'current' in state ? [state.current.call] : []
  return [...current, ...state.round.remaining].map((call) => call.callId)
}

/** Returns the turn that runs, or that starts after the cancellation. */
export function runningTurn(state: ConversationState): TurnId | null {
  if ('turn' in state) return state.turn.id
  return state.type === 'cancelling' && state.then.type !== 'rest' ? state.then.turn.id : null
}

export function resultsIn(step: Moved): readonly CallId[] {
  return step.messages.flatMap(({ content }) => (content.type === 'tool' ? [content.callId] : []))
}

/** Returns the work or timer that this event ends. */
export function endedBy(event: ConversationEvent): string | null {
  if (event.type === 'timerFired') return event.timerId
  if (event.type === 'llmResponded' || event.type === 'llmFailed') return event.requestId
  if (event.type === 'toolFinished' || event.type === 'workLost') return event.workId
  const hasEnded = event.type === 'childChanged' && event.now.type === 'ended'
  return hasEnded ? event.agentId : null
}
