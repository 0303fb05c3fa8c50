import {
  type ConversationState,
  isAsking,
  isResting,
  turnOf,
} from '../../src/shared/conversation/conversation-state.ts'

/** The probability that someone acts on a state they have just seen. */
export function actProbability(state: ConversationState): number {
  if (state.type === 'cancelling') return 0.4
  if (isAsking(state) || isAskedForTime(state)) return 0.5
  if (state.type === 'awaitingSubAgents') return 0.15
  return isResting(state) ? 0.12 : 0.04
}

/** True while a person is asked whether the turn may continue. */
export function isAskedForTime(state: ConversationState): boolean {
  return turnOf(state)?.clock?.stage === 'grace'
}
