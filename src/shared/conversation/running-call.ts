import type { CallId } from '../ids.ts'
import type { ConversationState } from './conversation-state.ts'
import type { StateView } from './state-view.ts'

/** Returns the call whose tool is running, even while the tool asks a person something. Null if none is running. */
export function runningCallOf(state: ConversationState | StateView): CallId | null {
  const isRunning =
    state.type === 'toolExecuting' || (state.type === 'awaitingAnswer' && state.asked !== undefined)
  if (!isRunning) return null
  return 'current' in state ? state.current.call.callId : state.callId
}
