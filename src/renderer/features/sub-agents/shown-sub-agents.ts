import type { ConversationState, SubAgent } from '../../../shared/conversation-state.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/message.ts'

export type SubAgentsByCall = ReadonlyMap<CallId, readonly SubAgent[]>

/**
 * The sub-agents of each call: as the state has them while they work, afterwards from what they handed in, in the order
 * of their first sight.
 */
export function subAgentsByCall(
  messages: readonly Message[],
  state: ConversationState,
): SubAgentsByCall {
  const byCall = new Map<CallId, readonly SubAgent[]>()
  for (const message of messages) {
    const { content } = message
    if (content.type !== 'subAgent') continue
    const { callId, agentId, task, outcome, text } = content
    const phase = { type: 'ended', outcome, messageId: message.id, text } as const
    byCall.set(callId, [...(byCall.get(callId) ?? []), { agentId, task, phase }])
  }
  if (state.type === 'awaitingSubAgents') byCall.set(state.current.call.callId, state.children)
  return byCall
}
