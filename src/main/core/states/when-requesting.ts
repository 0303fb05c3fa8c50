import { assertNever } from '../../../shared/assert-never.ts'
import { durationInWords } from '../../../shared/duration-in-words.ts'
import type { ErrorKind } from '../../../shared/messages/message.ts'
import type { RequestFailure, StateOf } from '../../../shared/conversation/conversation-state.ts'
import { modelName } from '../../../shared/models/model-name.ts'
import type { Repair } from '../../../shared/messages/repair.ts'
import type { Turn } from '../../../shared/conversation/turn.ts'
import { awaits } from '../turn/awaited.ts'
import { messageWhileBusy } from '../round/busy-policy.ts'
import { failStorage, haltTurn, loseTurn } from '../round/close-turn.ts'
import { acceptSummary, compactionFailed, contextFull } from '../turn/compaction.ts'
import type { Context } from '../machine/context.ts'
import type { ConversationEvent, EventOf, LlmFailureKind } from '../machine/event.ts'
import { haltBy } from '../turn/halt.ts'
import { nextRepair, repairRequest, triedInVain } from '../round/repair-request.ts'
import { recover } from '../round/recovery.ts'
import { acceptReply, type SentRequest } from '../round/reply.ts'
import { decideRetry, decideToKeepTrying } from '../round/retry-policy.ts'
import { changeSettings, openSession } from '../turn/session.ts'
import { Draft, type Moved, refused, type Step } from '../machine/step.ts'
import { fallbackOf, providerOf, sendDue, sendRequest } from '../turn/turn.ts'
import { clockFired, extendTurn } from '../turn/turn-clock.ts'
import { failTurn } from '../turn/turn-end.ts'
import { recordUndo } from '../machine/undo.ts'
import { hooksOnMessage } from '../turn/hooks.ts'

type Requesting = StateOf<'llmRequesting'>

/** llmRequesting: waits for the request, with a timer behind it, or for the time of the next attempt. */
export function whenRequesting(
  state: Requesting,
  context: Context,
  event: ConversationEvent,
): Step {
  const draft = new Draft(event)
  switch (event.type) {
    case 'userMessage':
      return messageWhileBusy(draft, context, state, event)
    case 'llmStreamStarted':
      return state.phase.type === 'connecting' && state.phase.requestId === event.requestId
        ? draft.moveTo({ ...state, phase: { ...state.phase, type: 'streaming', since: draft.at } })
        : refused('stale')
    case 'llmResponded':
      return isAwaited(state, event) ? respond(draft, context, state, event) : refused('stale')
    case 'llmFailed':
      if (!isAwaited(state, event)) return refused('stale')
      draft.start({ type: 'stopTimer', timerId: state.phase.timerId })
      return failAttempt(draft, context, state, event)
    case 'timerFired':
      return event.timerId === state.phase.timerId
        ? timeIsUp(draft, context, state, event)
        : clockFired(draft, context, state, event, (halt) => haltTurn(draft, context, state, halt))
    case 'cancelRequested':
    case 'shutdownRequested':
      return haltTurn(draft, context, state, haltBy(event))
    case 'storeFailed':
      return failStorage(draft, context, state, event)
    case 'workLost':
      return awaits(state, event.workId) ? loseTurn(draft, context, state) : refused('stale')
    case 'settingsChanged':
      return changeSettings(draft, context, state, event.change)
    case 'editsUndone':
      return recordUndo(draft, state, event)
    case 'hooksAnswered':
      return hooksOnMessage(draft, context, state, event)
    case 'sessionOpened':
      return openSession(draft, state, event)
    case 'sessionClosed':
    case 'attachmentsDropped':
    case 'rewound':
    case 'forked':
      return refused('busy')
    case 'turnExtended':
      return extendTurn(draft, context, state, event)
    case 'recovered':
      return recover(draft, context, state, event)
    case 'retryRequested':
      return tryNow(draft, state)
    case 'continueRequested':
    case 'compactRequested':
      return refused('nothingToDo')
    case 'approvalAnswered':
    case 'questionAnswered':
    case 'toolFinished':
    case 'toolAsked':
    case 'questionWithdrawn':
    case 'childChanged':
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
  switch (state.purpose) {
    case 'compaction':
      return acceptSummary(draft, context, state.turn, event)
    case 'reply': {
      const verdict = acceptReply(draft, context, sentRequestOf(state), event)
      if (verdict.type === 'accepted') return verdict.moved
      const failure = { ...verdict.failure, repairs: [] }
      return failAttempt(draft, context, { ...state, turn: verdict.turn }, failure)
    }
    default:
      return assertNever(state.purpose)
  }
}

function sentRequestOf({ turn, phase }: Requesting): SentRequest {
  return { turn, withTools: phase.type === 'backoff' || phase.withTools }
}

/** Makes the next attempt due at once, because a person asked for it. A budget still holds; the unused waiting time remains. */
function tryNow(draft: Draft, state: Requesting): Step {
  const { phase, turn } = state
  if (phase.type !== 'backoff') return refused('nothingToDo')
  draft.start({ type: 'stopTimer', timerId: phase.timerId })
  const { error, patienceMs } = phase
  const unspentMs = patienceMs === null ? 0 : Math.max(0, phase.retryAt - draft.at)
  const keptTryingMs = Math.max(0, turn.keptTryingMs - unspentMs)
  const next = { ...state, turn: { ...turn, keptTryingMs } }
  return backOff(draft, next, { waitMs: 0, patienceMs, error })
}

type Fired = EventOf<'timerFired'>

function timeIsUp(draft: Draft, context: Context, state: Requesting, event: Fired): Moved {
  const { phase } = state
  if (phase.type === 'backoff') return sendDue(draft, context, state, event)
  draft.start({ type: 'stopWork', workIds: [phase.requestId], reason: 'timeout' })
  const detail = 'The model did not finish its answer in time.'
  const failure = { kind: 'timeout', detail, retryAfterMs: null, repairs: [] } as const
  return failAttempt(draft, context, state, failure)
}

interface Failure {
  readonly kind: LlmFailureKind
  readonly detail: string
  readonly retryAfterMs: number | null
  readonly repairs: readonly Repair[]
}

/** REQ-BED-006: waits for the next attempt, switches to the fallback, keeps trying, or ends the turn with advice. */
function failAttempt(draft: Draft, context: Context, state: Requesting, failure: Failure): Moved {
  const { attempt, turn, purpose } = state
  const kind = errorKindOf(failure.kind)
  if (kind === 'contextFull') return tooLong(draft, context, state, failure)
  const { retryAfterMs, detail } = failure
  if (kind === 'invalidRequest') return refuse(draft, context, state, failure)
  const decision = decideRetry({ kind, attempt, retryAfterMs }, draft.random)
  switch (decision.type) {
    case 'retry': {
      const error = { kind, message: detail }
      const next = { ...state, attempt: attempt + 1 }
      return backOff(draft, next, { waitMs: decision.waitMs, patienceMs: null, error })
    }
    case 'usedUp': {
      const error = { kind, message: `${detail} Tried ${attempt} times${waitedIn(turn)}.` }
      return fallbackOf(turn) !== null
        ? askFallback(draft, context, state, error)
        : (keepTrying(draft, context, state, { kind, detail, retryAfterMs }) ??
            giveUp(draft, context, { turn, purpose }, { error, retryAfterMs }))
    }
    case 'giveUp': {
      const kept = keepTrying(draft, context, state, { kind, detail, retryAfterMs })
      if (kept !== null) return kept
      const error = { kind, message: detail }
      const waits = decision.retryAfterMs
      return isForPerson(kind)
        ? failRequest(draft, context, { turn, purpose }, { error, retryAfterMs: waits })
        : giveUp(draft, context, { turn, purpose }, { error, retryAfterMs: waits })
    }
    default:
      return assertNever(decision)
  }
}

type Wait = Pick<Extract<Requesting['phase'], { type: 'backoff' }>, 'error' | 'patienceMs'> & {
  readonly waitMs: number
}

function backOff(draft: Draft, state: Requesting, { waitMs, ...wait }: Wait): Moved {
  const timerId = draft.newTimerId()
  const retryAt = draft.startTimer(timerId, waitMs)
  const phase = { type: 'backoff', timerId, retryAt, ...wait } as const
  return draft.moveTo({ ...state, phase })
}

/** Waits longer if a person chose that and time is left; otherwise returns null. */
function keepTrying(
  draft: Draft,
  context: Context,
  state: Requesting,
  { kind, detail, ...rest }: Pick<Failure, 'detail' | 'retryAfterMs'> & { kind: ErrorKind },
): Moved | null {
  const { attempt, turn } = state
  const leftMs = context.keepTryingMs - turn.keptTryingMs
  const waitMs = decideToKeepTrying({ kind, attempt, ...rest }, leftMs, draft.random)
  if (waitMs === null) return null
  const keptTryingMs = turn.keptTryingMs + waitMs
  const error = { kind, message: detail }
  const patienceMs = leftMs - waitMs
  const next = { ...state, attempt: attempt + 1, turn: { ...turn, keptTryingMs } }
  return backOff(draft, next, { waitMs, patienceMs, error })
}

function waitedIn({ keptTryingMs }: Turn): string {
  return keptTryingMs === 0 ? '' : `, over ${durationInWords(keptTryingMs)} of waiting`
}

/** Repairs a refused request or gives up: it is never sent again unchanged (R18). */
function refuse(draft: Draft, context: Context, state: Requesting, failure: Failure): Moved {
  const { purpose, turn } = state
  const { detail } = failure
  const kind = 'invalidRequest'
  const repair = nextRepair(context, state, failure.repairs)
  if (repair !== null)
    return repairRequest(draft, context, state, {
      repair,
      error: { kind, message: detail },
      cause: 'refused',
    })
  const error = { kind, message: `${detail}${triedInVain(turn)}` } as const
  return giveUp(draft, context, { turn, purpose }, { error, retryAfterMs: null })
}

/** Rule 5: uses the other provider until the turn ends, with its own attempts. */
function askFallback(
  draft: Draft,
  context: Context,
  state: Requesting,
  error: RequestFailure,
): Moved {
  const turn: Turn = { ...state.turn, provider: 'fallback' }
  const from = modelName(providerOf(state.turn))
  const to = modelName(providerOf(turn))
  draft.record({ type: 'providerFallback', turnId: turn.id, from, to, error })
  draft.addMessage({
    type: 'system',
    text: `${from} did not answer (${error.message}) Until this turn ends, ${to} is asked instead.`,
  })
  return sendRequest(draft, context, turn, { purpose: state.purpose, attempt: 1 })
}

type Attempt = Pick<Requesting, 'turn' | 'purpose'>

interface GivenUp {
  readonly error: RequestFailure
  readonly retryAfterMs: number | null
}

/** Handles the last failed attempt: a failed summary is counted; a failed reply ends the turn. */
function giveUp(draft: Draft, context: Context, last: Attempt, { error, ...rest }: GivenUp): Moved {
  return last.purpose === 'compaction'
    ? compactionFailed(draft, context, last.turn, error)
    : failRequest(draft, context, last, { error, ...rest })
}

function failRequest(
  draft: Draft,
  context: Context,
  { turn, purpose }: Attempt,
  { error, retryAfterMs }: GivenUp,
): Moved {
  const retryAt = retryAfterMs === null ? null : draft.at + retryAfterMs
  return failTurn(draft, context, turn, error, { retryAt, resume: purpose })
}

/** Shortens older outputs first, if Phoenix may make room by itself. */
function tooLong(draft: Draft, context: Context, state: Requesting, failure: Failure): Moved {
  const { purpose, turn } = state
  const error: RequestFailure = { kind: 'invalidRequest', message: failure.detail }
  if (purpose === 'compaction') return compactionFailed(draft, context, turn, error)
  const repair = context.autoCompact ? nextRepair(context, state, failure.repairs) : null
  return repair === null
    ? contextFull(draft, context, turn)
    : repairRequest(draft, context, state, { repair, error, cause: 'tooLong' })
}

/** True if only a person can fix this or wait for it: then a summary is not retried either. */
function isForPerson(kind: ErrorKind): boolean {
  return kind === 'auth' || kind === 'billing' || kind === 'rateLimit'
}

function errorKindOf(kind: LlmFailureKind): ErrorKind | 'contextFull' {
  return kind === 'aborted' ? 'internal' : kind
}
