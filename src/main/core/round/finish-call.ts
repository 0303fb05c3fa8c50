import { assertNever } from '../../../shared/assert-never.ts'
import type { TimerId } from '../../../shared/ids.ts'
import type { CallOutcome } from '../../../shared/messages/message.ts'
import type { Call, Round, Turn } from '../../../shared/conversation/turn.ts'
import type { Context } from '../machine/context.ts'
import type { EventOf } from '../machine/event.ts'
import type { Draft, Moved } from '../machine/step.ts'
import { completeCall } from './tool-round.ts'

/** Records the result of the running call and continues the round. `timerId`: the timer that limits the call. */
export function finishCall(
  draft: Draft,
  context: Context,
  { round, turn }: { readonly round: Round; readonly turn: Turn },
  {
    call,
    event,
    startedAt,
    timerId,
  }: {
    readonly call: Call
    readonly event: EventOf<'toolFinished'>
    readonly startedAt: number
    readonly timerId: TimerId
  },
): Moved {
  draft.start({ type: 'stopTimer', timerId })
  const { hooks } = event
  const messageId = draft.addMessage({
    type: 'tool',
    callId: call.callId,
    outcome: outcomeOf(event.outcome),
    content: event.content,
    durationMs: Math.max(0, draft.at - startedAt),
    summary: event.summary,
    files: event.files,
    ...(hooks !== undefined && { hooks }),
  })
  return completeCall(draft, context, { turn, round }, { call, messageId, digest: event.digest })
}

function outcomeOf(outcome: EventOf<'toolFinished'>['outcome']): CallOutcome {
  switch (outcome) {
    case 'ok':
    case 'failed':
    case 'timedOut':
      return outcome
    case 'aborted':
      return 'cancelled'
    default:
      return assertNever(outcome)
  }
}
