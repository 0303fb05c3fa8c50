import type { ConversationState } from '../../shared/conversation-state.ts'
import type { Draft, Moved } from './step.ts'

/** A runtime came to life: closes on record a session that ended without a word, then starts this one. */
export function openSession(draft: Draft, state: ConversationState, unclosed: boolean): Moved {
  if (unclosed) draft.record({ type: 'sessionEnded', reason: 'lost' })
  draft.record({ type: 'sessionStarted' })
  return draft.moveTo(state)
}

export function closeSession(
  draft: Draft,
  state: ConversationState,
  reason: 'closed' | 'shutdown',
): Moved {
  draft.record({ type: 'sessionEnded', reason })
  return draft.moveTo(state)
}
