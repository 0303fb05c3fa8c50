import {
  type ConversationState,
  isAsking,
  isResting,
} from '../src/shared/conversation/conversation-state.ts'
import { isAskedForTime } from './people-and-time.ts'

/** How often somebody acts on a state that he has just seen. */
export function urge(state: ConversationState): number {
  if (state.type === 'cancelling') return 0.4
  if (isAsking(state) || isAskedForTime(state)) return 0.5
  if (state.type === 'awaitingSubAgents') return 0.15
  return isResting(state) ? 0.12 : 0.04
}
