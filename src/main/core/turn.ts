import { NO_USAGE, type Usage } from '../../shared/content.ts'
import type { RequestFailure, RequestReason } from '../../shared/conversation-state.ts'
import type { Turn, TurnTrigger, Unfinished } from '../../shared/turn.ts'
import type { TurnId } from '../../shared/ids.ts'
import type { Context } from './context.ts'
import type { Draft, Moved } from './step.ts'

/** A resting state is left: the one place where a turn begins. */
export function beginTurn(draft: Draft, context: Context, trigger: TurnTrigger): Turn {
  const { primary, fallback, timeouts, systemPrompt } = context
  const turn: Turn = {
    id: draft.newTurnId(),
    startedAt: draft.at,
    trigger,
    goal: 'reply',
    settings: { primary, fallback, timeouts, systemPrompt },
    provider: 'primary',
    requests: 0,
    toolCalls: 0,
    usage: NO_USAGE,
    continuations: 0,
    compactionFailures: 0,
    repairs: [],
    repeated: null,
  }
  draft.record({ type: 'turnStarted', turnId: turn.id, trigger })
  return turn
}

/** The next request is due at once; the zero timer lets whatever people said meanwhile go first. */
export function awaitLlm(draft: Draft, turn: Turn, reason: RequestReason): Moved {
  const timerId = draft.newTimerId()
  const dueAt = draft.startTimer(timerId, 0)
  return draft.moveTo({
    type: 'awaitingLlm',
    turn,
    purpose: 'reply',
    reason,
    timerId,
    dueAt,
    maxDueAt: dueAt,
  })
}

/** Sends one request, or ends the turn where it has used up its requests. */
export function sendRequest(draft: Draft, context: Context, turn: Turn, attempt: number): Moved {
  const cap = context.caps.requestsPerTurn
  if (turn.requests >= cap) {
    draft.say({
      type: 'system',
      text: `Stopped after ${cap} requests in one turn. Continue goes on from here.`,
    })
    return interruptTurn(draft, turn.id, 'turnLimit', 'limit')
  }
  const requestId = draft.newWorkId()
  const timerId = draft.newTimerId()
  const { settings } = turn
  draft.start({ type: 'requestModel', requestId, provider: providerOf(turn), settings })
  const deadline = draft.startTimer(timerId, settings.timeouts.requestMs)
  return draft.moveTo({
    type: 'llmRequesting',
    turn: { ...turn, requests: turn.requests + 1 },
    purpose: 'reply',
    attempt,
    phase: { type: 'connecting', requestId, timerId, deadline, since: draft.at },
  })
}

export function providerOf(turn: Turn): Turn['settings']['primary'] {
  const { primary, fallback } = turn.settings
  return turn.provider === 'fallback' && fallback !== null ? fallback : primary
}

export function completeTurn(draft: Draft, turn: Turn): Moved {
  const durationMs = Math.max(0, draft.at - turn.startedAt)
  draft.record({ type: 'turnCompleted', turnId: turn.id, durationMs, usage: turn.usage })
  return draft.moveTo({ type: 'idle', unfinished: null })
}

type Interruption = 'userCancel' | 'shutdown' | 'timeout' | 'turnLimit' | 'cutReply'

/** Records the end of a turn that leaves something to continue. */
export function recordInterruption(
  draft: Draft,
  turnId: TurnId,
  reason: Interruption,
  cause: Unfinished['cause'],
): Unfinished {
  draft.record({ type: 'turnInterrupted', turnId, reason })
  return { turnId, cause }
}

export function interruptTurn(
  draft: Draft,
  turnId: TurnId,
  reason: Interruption,
  cause: Unfinished['cause'],
): Moved {
  const unfinished = recordInterruption(draft, turnId, reason, cause)
  return draft.moveTo({ type: 'idle', unfinished })
}

/** Ends the turn in the error state, with a line in the history that says why. */
export function failTurn(
  draft: Draft,
  turnId: TurnId,
  error: RequestFailure,
  retryAt: number | null = null,
): Moved {
  draft.record({ type: 'turnFailed', turnId, error })
  draft.say({ type: 'error', kind: error.kind, text: error.message })
  return restInError(draft, turnId, error, retryAt)
}

export function restInError(
  draft: Draft,
  turnId: TurnId,
  error: RequestFailure,
  retryAt: number | null = null,
): Moved {
  const { kind, message } = error
  return draft.moveTo({ type: 'error', turnId, kind, message, retryAt, resume: 'reply' })
}

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
  }
}

/** Words that Phoenix adds so that a history which ends with the agent can go on. */
export function sayContinue(draft: Draft): void {
  draft.say({ type: 'user', text: 'Continue.', attachments: [], author: 'phoenix' })
}
