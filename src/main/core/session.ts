import { type ConversationState, isResting } from '../../shared/conversation-state.ts'
import type { ContextChange } from './context.ts'
import type { EventOf } from './event.ts'
import type { Draft, Moved } from './step.ts'

/**
 * Whether a session may end by itself. A conversation that its model can read no more stays: it has to hear of a larger
 * model, whoever looks at it when that is chosen (rule 12).
 */
export function mayBeLetGo(state: ConversationState): boolean {
  return isResting(state) && state.type !== 'contextExhausted'
}

/** A runtime came to life: closes on record a session that ended without a word, then starts this one. */
export function openSession(
  draft: Draft,
  state: ConversationState,
  { unclosed, context, version }: EventOf<'sessionOpened'>,
): Moved {
  if (unclosed) draft.record({ type: 'sessionEnded', reason: 'lost' })
  const started = { type: 'sessionStarted', context } as const
  draft.record(version === undefined ? started : { ...started, version })
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

/** The context is what changes (context-after.ts); the state is as it was. */
export function changeSettings(
  draft: Draft,
  state: ConversationState,
  change: ContextChange,
): Moved {
  draft.record({ type: 'settingsChanged', change })
  return draft.moveTo(state)
}
