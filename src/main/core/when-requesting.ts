import { assertNever } from '../../shared/assert-never.ts'
import type { ErrorKind } from '../../shared/message.ts'
import { MAX_ATTEMPTS, type StateOf } from '../../shared/conversation-state.ts'
import { awaits, stopAwaited } from './awaited.ts'
import type { Context } from './context.ts'
import type { ConversationEvent, EventOf, LlmFailureKind } from './event.ts'
import { storageFailure } from './failures.ts'
import { recover } from './recovery.ts'
import { acceptReply } from './reply.ts'
import { decideRetry } from './retry-policy.ts'
import { openSession } from './session.ts'
import { Draft, type Moved, refused, type Step } from './step.ts'
import { loseTurn, stopTurn } from './stop-turn.ts'
import { failTurn, sendRequest } from './turn.ts'

type Requesting = StateOf<'llmRequesting'>

/** llmRequesting: waits for the request, its timer behind it, or for the time of the next attempt. */
export function whenRequesting(
  state: Requesting,
  context: Context,
  event: ConversationEvent,
): Step {
  const draft = new Draft(event)
  switch (event.type) {
    case 'userMessage':
      return refused('busy')
    case 'llmStreamStarted':
      return state.phase.type === 'connecting' && state.phase.requestId === event.requestId
        ? draft.moveTo({ ...state, phase: { ...state.phase, type: 'streaming', since: draft.at } })
        : refused('stale')
    case 'llmResponded':
      return isAwaited(state, event) ? respond(draft, context, state, event) : refused('stale')
    case 'llmFailed':
      if (!isAwaited(state, event)) return refused('stale')
      draft.start({ type: 'stopTimer', timerId: state.phase.timerId })
      return failAttempt(draft, state, event, event.random)
    case 'timerFired':
      return event.timerId === state.phase.timerId
        ? timeIsUp(draft, context, state, event.random)
        : refused('stale')
    case 'cancelRequested':
      return stopTurn(draft, state, 'userCancel')
    case 'shutdownRequested':
      return stopTurn(draft, state, 'shutdown')
    case 'storeFailed':
      stopAwaited(draft, state, 'storage')
      return failTurn(draft, state.turn.id, storageFailure(event.fault))
    case 'workLost':
      return awaits(state, event.workId) ? loseTurn(draft, state) : refused('stale')
    case 'settingsChanged':
      return draft.moveTo(state)
    case 'sessionOpened':
      return openSession(draft, state, event.unclosed)
    case 'sessionClosed':
      return refused('busy')
    case 'recovered':
      return recover(draft, event, state)
    case 'continueRequested':
    case 'retryRequested':
      return refused('nothingToDo')
    case 'toolFinished':
      return refused('stale')
    default:
      return assertNever(event)
  }
}

function isAwaited(state: Requesting, event: { readonly requestId: string }): boolean {
  return state.phase.type !== 'backoff' && state.phase.requestId === event.requestId
}

function respond(
  draft: Draft,
  context: Context,
  state: Requesting,
  event: EventOf<'llmResponded'>,
): Moved {
  draft.start({ type: 'stopTimer', timerId: state.phase.timerId })
  const verdict = acceptReply(draft, context, state.turn, event)
  if (verdict.type === 'accepted') return verdict.moved
  return failAttempt(draft, { ...state, turn: verdict.turn }, verdict.failure, event.random)
}

function timeIsUp(draft: Draft, context: Context, state: Requesting, random: number): Moved {
  if (state.phase.type === 'backoff') {
    return sendRequest(draft, context, state.turn, state.attempt)
  }
  draft.start({ type: 'stopWork', workIds: [state.phase.requestId], reason: 'timeout' })
  const minutes = Math.round(state.turn.settings.timeouts.requestMs / 60_000)
  const detail = `The model did not finish its answer within ${minutes} minutes.`
  return failAttempt(draft, state, { kind: 'timeout', detail, retryAfterMs: null }, random)
}

interface Failure {
  readonly kind: LlmFailureKind
  readonly detail: string
  readonly retryAfterMs: number | null
}

/** REQ-BED-006: waits for the next attempt, or ends the turn with what to do. */
function failAttempt(draft: Draft, state: Requesting, failure: Failure, random: number): Moved {
  const kind = errorKindOf(failure.kind)
  const { attempt, turn } = state
  const decision = decideRetry({ kind, attempt, retryAfterMs: failure.retryAfterMs }, random)
  if (decision.type === 'retry') {
    const timerId = draft.newTimerId()
    const retryAt = draft.startTimer(timerId, decision.waitMs)
    const error = { kind, message: failure.detail }
    return draft.moveTo({
      ...state,
      attempt: attempt + 1,
      phase: { type: 'backoff', timerId, retryAt, error },
    })
  }
  const tried = attempt >= MAX_ATTEMPTS ? ` Tried ${attempt} times.` : ''
  const retryAt = decision.retryAfterMs === null ? null : draft.at + decision.retryAfterMs
  return failTurn(draft, turn.id, { kind, message: `${failure.detail}${tried}` }, retryAt)
}

/** Until compaction exists, a conversation too long for its model is a request that cannot be valid. */
function errorKindOf(kind: LlmFailureKind): ErrorKind {
  switch (kind) {
    case 'contextFull':
      return 'invalidRequest'
    case 'aborted':
      return 'internal'
    case 'auth':
    case 'billing':
    case 'rateLimit':
    case 'overloaded':
    case 'network':
    case 'timeout':
    case 'server':
    case 'invalidRequest':
    case 'refused':
    case 'storage':
    case 'internal':
      return kind
    default:
      return assertNever(kind)
  }
}
