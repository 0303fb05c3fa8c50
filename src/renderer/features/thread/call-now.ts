import { assertNever } from '../../../shared/assert-never.ts'
import type { LiveOutput } from '../../../shared/conversation.ts'
import type { ConversationState } from '../../../shared/conversation-state.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { ApprovalAnswer } from '../../../shared/turn.ts'

/** How a call without a result stands at this moment. */
export type CallNow =
  | { readonly type: 'running'; readonly startedAt: number; readonly output: LiveOutput | null }
  /** Its sub-agents work. */
  | { readonly type: 'delegating'; readonly startedAt: number }
  | { readonly type: 'asked' }
  /** It puts a question, and a person has not answered. */
  | { readonly type: 'questioning' }
  /** A person has answered, and its turn has not come. */
  | { readonly type: 'answered'; readonly answer: ApprovalAnswer }

export type CallsNow = ReadonlyMap<CallId, CallNow>

const NONE: CallsNow = new Map()

export function callsNow(state: ConversationState, output: LiveOutput | null): CallsNow {
  switch (state.type) {
    case 'toolExecuting': {
      const { call, startedAt } = state.current
      const printed = output?.callId === call.callId ? output : null
      return new Map([[call.callId, { type: 'running', startedAt, output: printed }]])
    }
    case 'awaitingSubAgents': {
      const { call, startedAt } = state.current
      return new Map([[call.callId, { type: 'delegating', startedAt }]])
    }
    case 'awaitingAnswer':
      return new Map([[state.current.call.callId, { type: 'questioning' }]])
    case 'awaitingApproval': {
      const asked = state.round.remaining.filter(({ verdict }) => verdict.type === 'ask')
      const answers = state.answers.map(({ callId, answer }) => [callId, answer] as const)
      return new Map<CallId, CallNow>([
        ...asked.map(({ callId }) => [callId, { type: 'asked' }] as const),
        ...answers.map(([callId, answer]) => [callId, { type: 'answered', answer }] as const),
      ])
    }
    case 'idle':
    case 'awaitingLlm':
    case 'llmRequesting':
    case 'cancelling':
    case 'contextExhausted':
    case 'error':
    case 'completed':
    case 'failed':
      return NONE
    default:
      return assertNever(state)
  }
}
