import { assertNever } from '../../shared/assert-never.ts'
import type { ConversationState } from '../../shared/conversation/conversation-state.ts'
import type { Context } from './machine/context.ts'
import type { ConversationEvent } from './machine/event.ts'
import type { Step } from './machine/step.ts'
import { postponed } from './turn/deadlines.ts'
import { keepTime } from './turn/turn-clock.ts'
import { whenAwaitingAnswer } from './states/when-awaiting-answer.ts'
import { whenAwaitingApproval } from './states/when-awaiting-approval.ts'
import { whenAwaitingLlm } from './states/when-awaiting-llm.ts'
import { whenAwaitingSubAgents } from './states/when-awaiting-sub-agents.ts'
import { whenCancelling } from './states/when-cancelling.ts'
import { whenExecutingTools } from './states/when-executing-tools.ts'
import { whenRequesting } from './states/when-requesting.ts'
import { whenEnded, whenExhausted, whenIdle, whenInError } from './states/when-resting.ts'

/**
 * Decides everything that happens to a conversation. Total and pure (REQ-BED-001): equal inputs give equal steps; an
 * event that does not fit the state is refused, never thrown.
 */
export function transition(
  state: ConversationState,
  context: Context,
  event: ConversationEvent,
): Step {
  const before = postponed(state, event.sleptMs)
  return keepTime(before, context, event, decide(before, context, event))
}

function decide(state: ConversationState, context: Context, event: ConversationEvent): Step {
  switch (state.type) {
    case 'idle':
      return whenIdle(state, context, event)
    case 'awaitingLlm':
      return whenAwaitingLlm(state, context, event)
    case 'llmRequesting':
      return whenRequesting(state, context, event)
    case 'awaitingApproval':
      return whenAwaitingApproval(state, context, event)
    case 'awaitingAnswer':
      return whenAwaitingAnswer(state, context, event)
    case 'toolExecuting':
      return whenExecutingTools(state, context, event)
    case 'awaitingSubAgents':
      return whenAwaitingSubAgents(state, context, event)
    case 'cancelling':
      return whenCancelling(state, context, event)
    case 'contextExhausted':
      return whenExhausted(state, context, event)
    case 'error':
      return whenInError(state, context, event)
    case 'completed':
    case 'failed':
      return whenEnded(state, context, event)
    default:
      return assertNever(state)
  }
}
