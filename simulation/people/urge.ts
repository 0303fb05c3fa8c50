import {
  type ConversationState,
  isAsking,
  isResting,
  turnOf,
} from '../../src/shared/conversation/conversation-state.ts'

/** How often somebody acts on a state that he has just seen. */
export function urge(state: ConversationState): number {
  if (state.type === 'cancelling') return 0.4
  if (isAsking(state) || isAskedForTime(state)) return 0.5
  if (state.type === 'awaitingSubAgents') return 0.15
  return isResting(state) ? 0.12 : 0.04
}

/** A person is asked whether the turn may work on. */
export function isAskedForTime(state: ConversationState): boolean {
  return turnOf(state)?.clock?.stage === 'grace'
}
