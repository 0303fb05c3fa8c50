import fc from 'fast-check'
import { expect } from 'vitest'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { MessageContent } from '../../../shared/messages/message.ts'
import type { Call } from '../../../shared/conversation/turn.ts'
import { anyState } from '../testing/arbitraries.ts'
import { restoreState, storeState } from './stored-state.ts'
import { testProperty } from '../testing/test-property.ts'

function callsOf(state: ConversationState): readonly Call[] {
  if (!('round' in state)) return []
  const current = 'current' in state ? [state.current.call] : []
  return [...current, ...state.round.remaining]
}

/** The messages that a state names: the reply with the calls of its round, and what sub-agents handed in. */
function contentOf(state: ConversationState, id: MessageId): MessageContent | null {
  if (state.type === 'awaitingSubAgents') {
    const { call } = state.current
    for (const { agentId, task, phase } of state.children) {
      if (phase.type !== 'ended' || phase.messageId !== id) continue
      const { outcome, text } = phase
      return { type: 'subAgent', callId: call.callId, agentId, task, outcome, text }
    }
  }
  if (!('round' in state) || state.round.replyId !== id) return null
  const blocks = Array.from({ length: 10 }, (_, index) => {
    const call = callsOf(state).find(({ callId }) => callId === callIdOf(id, index))
    const input = call?.input ?? ({ type: 'object', value: {} } as const)
    return { type: 'toolCall', providerCallId: 'x', name: 'bash', input } as const
  })
  const { id: turnId, usage } = state.turn
  const by = { turnId, endpoint: 'anthropic', model: 'm', price: null }
  return { type: 'agent', ...by, blocks, end: 'toolUse', usage }
}

// covers F-01
testProperty(
  'a saved state holds no call input and no result, and is restored whole from the messages',
  fc.property(withDistinctEnds(), (state) => {
    const stored = JSON.parse(JSON.stringify(storeState(state))) as ReturnType<typeof storeState>
    const restored = restoreState(stored, (id) => contentOf(state, id))
    expect(restored).toEqual(JSON.parse(JSON.stringify(state)))
    if (callsOf(state).length > 0) expect(JSON.stringify(stored)).not.toContain('"input"')
  }),
)

testProperty(
  'a state whose reply is gone is unreadable',
  fc.property(anyState, (state) => {
    if (callsOf(state).length === 0) return
    expect(restoreState(storeState(state), () => null)).toBeNull()
  }),
)

/** Each end has a message of its own. */
function withDistinctEnds(): fc.Arbitrary<ConversationState> {
  return anyState.map((state) => {
    if (state.type !== 'awaitingSubAgents') return state
    const children = state.children.map((child, index) =>
      child.phase.type === 'ended'
        ? { ...child, phase: { ...child.phase, messageId: `end ${index}` as MessageId } }
        : child,
    )
    return { ...state, children }
  })
}
