import type { LiveOutput } from '../../../shared/conversation.ts'
import type { ConversationState } from '../../../shared/conversation-state.ts'
import type { CallId } from '../../../shared/ids.ts'

/** The one call that runs now, and what it has printed. */
export interface RunningCall {
  readonly callId: CallId
  readonly startedAt: number
  readonly output: LiveOutput | null
}

export function runningCallOf(
  state: ConversationState,
  output: LiveOutput | null,
): RunningCall | null {
  if (state.type !== 'toolExecuting') return null
  const { call, startedAt } = state.current
  return { callId: call.callId, startedAt, output: output?.callId === call.callId ? output : null }
}
