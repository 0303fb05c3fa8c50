import { assertNever } from '../../shared/assert-never.ts'
import type { LiveOutput } from '../../shared/conversation/conversation.ts'
import type { CallId } from '../../shared/ids.ts'
import { runningCallOf } from '../../shared/conversation/running-call.ts'
import type { AskedCallView, StateView } from '../../shared/conversation/state-view.ts'

/** The current state of a call without a result. */
export type CallNow =
  | {
      readonly type: 'running'
      readonly startedAt: number
      readonly output: LiveOutput | null
      /** The beginning of the command that a person put in place of the model's. Null if unchanged. */
      readonly editedTo: string | null
    }
  /** Its sub-agents are working. */
  | { readonly type: 'delegating'; readonly startedAt: number }
  | { readonly type: 'asked' }
  /** It asks a question that a person has not answered. `output`: what it has printed, if it is running. */
  | { readonly type: 'questioning'; readonly output: LiveOutput | null }
  /** A person has answered, but the call has not started. */
  | { readonly type: 'answered'; readonly answer: NonNullable<AskedCallView['answer']> }

export type CallsNow = ReadonlyMap<CallId, CallNow>

const NONE: CallsNow = new Map()

export function callsNow(state: StateView, live: LiveOutput | null): CallsNow {
  const output = live?.callId === runningCallOf(state) ? live : null
  switch (state.type) {
    case 'toolExecuting': {
      const { callId, editedTo = null, startedAt } = state
      return new Map([[callId, { type: 'running', startedAt, output, editedTo }]])
    }
    case 'awaitingSubAgents': {
      const { callId, startedAt } = state
      return new Map([[callId, { type: 'delegating', startedAt }]])
    }
    case 'awaitingAnswer':
      return new Map([[state.callId, { type: 'questioning', output }]])
    case 'awaitingApproval':
      return new Map(
        state.calls.map(({ callId, answer }): [CallId, CallNow] => [
          callId,
          answer === null ? { type: 'asked' } : { type: 'answered', answer },
        ]),
      )
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
