import { callIdOf } from '../../../../shared/messages/call-id.ts'
import {
  askedCalls,
  type ConversationState,
} from '../../../../shared/conversation/conversation-state.ts'
import type { CallId } from '../../../../shared/ids.ts'
import type { Message } from '../../../../shared/messages/message.ts'
import type { EndedChild, OpenCall } from '../../../core/machine/event.ts'

export type FoundChild = Omit<EndedChild, 'messageId'>

/** A store's knowledge of the calls of the last reply. */
export interface LastRound {
  /** From the last reply on, oldest first. */
  readonly messages: readonly Message[]
  /** The calls that a toolStarted row names. */
  readonly started: ReadonlySet<string>
  readonly state: ConversationState | null
  /** Returns them in the order of their tasks; empty if the call started no sub-agents. */
  childrenOf(callId: CallId): readonly FoundChild[]
}

/** Returns the calls of the last reply without a result, and how far each had come (rule 7). */
export function openCallsOf(round: LastRound): readonly OpenCall[] {
  const [reply, ...later] = round.messages
  if (reply?.content.type !== 'agent') return []
  const answered = new Set(
    later.flatMap(({ content }) => (content.type === 'tool' ? [content.callId] : [])),
  )
  return reply.content.blocks
    .filter((block) => block.type === 'toolCall')
    .map((_, index) => callIdOf(reply.id, index))
    .filter((callId) => !answered.has(callId))
    .map((callId) => ({ callId, was: wasOf(callId, round) }))
}

function wasOf(callId: CallId, round: LastRound): OpenCall['was'] {
  const children = round.childrenOf(callId)
  const { started, state } = round
  if (children.length > 0) {
    return { type: 'delegated', children: children.map((child) => endOf(child, round)) }
  }
  if (started.has(callId)) return { type: 'started' }
  if (state?.type === 'awaitingAnswer' && state.current.call.callId === callId) {
    return { type: 'questioned' }
  }
  const waiting = state?.type === 'awaitingApproval' ? askedCalls(state) : []
  return waiting.some((call) => call.callId === callId) ? { type: 'asked' } : { type: 'waiting' }
}

/** Returns the end that the parent has recorded, else what the child says itself. */
function endOf(child: FoundChild, { messages }: LastRound): EndedChild {
  for (const { id, content } of messages) {
    if (content.type !== 'subAgent' || content.agentId !== child.agentId) continue
    return { ...child, outcome: content.outcome, text: content.text, messageId: id }
  }
  return { ...child, messageId: null }
}
