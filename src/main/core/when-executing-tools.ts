import { assertNever } from '../../shared/assert-never.ts'
import type { CallOutcome } from '../../shared/message.ts'
import type { StateOf } from '../../shared/conversation-state.ts'
import { awaits, stopAwaited } from './awaited.ts'
import { beginCancelling } from './when-cancelling.ts'
import type { Context } from './context.ts'
import type { ConversationEvent, EventOf } from './event.ts'
import { storageFailure, WORK_LOST } from './failures.ts'
import { recover } from './recovery.ts'
import { openSession } from './session.ts'
import { Draft, type Moved, refused, type Step } from './step.ts'
import { advanceRound, closeRound } from './tool-round.ts'
import { failTurn, recordInterruption } from './turn.ts'

type Executing = StateOf<'toolExecuting'>

/** toolExecuting: waits for the current call, its timer behind it. */
export function whenExecutingTools(
  state: Executing,
  _context: Context,
  event: ConversationEvent,
): Step {
  const draft = new Draft(event)
  switch (event.type) {
    case 'userMessage':
      return refused('busy')
    case 'toolFinished':
      return event.workId === state.current.workId
        ? finishCall(draft, state, event)
        : refused('stale')
    case 'timerFired':
      return event.timerId === state.current.timerId ? callTimedOut(draft, state) : refused('stale')
    case 'cancelRequested':
      return stopped(draft, state, 'userCancel')
    case 'shutdownRequested':
      return stopped(draft, state, 'shutdown')
    case 'storeFailed':
      closeRound(draft, state, {
        current: {
          text: 'Its result could not be stored; its effect is unknown.',
          outcome: 'unknown',
        },
        rest: { text: 'Not run.', outcome: 'notRun' },
      })
      stopAwaited(draft, state, 'storage')
      return failTurn(draft, state.turn.id, storageFailure(event.fault))
    case 'workLost':
      return awaits(state, event.workId) ? workLost(draft, state) : refused('stale')
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
    case 'llmStreamStarted':
    case 'llmResponded':
    case 'llmFailed':
      return refused('stale')
    default:
      return assertNever(event)
  }
}

function finishCall(draft: Draft, state: Executing, event: EventOf<'toolFinished'>): Moved {
  const { call, startedAt, timerId } = state.current
  draft.start({ type: 'stopTimer', timerId })
  const messageId = draft.say({
    type: 'tool',
    callId: call.callId,
    outcome: outcomeOf(event.outcome),
    content: event.content,
    durationMs: Math.max(0, draft.at - startedAt),
    summary: event.summary,
  })
  const completed = [...state.round.completed, { callId: call.callId, messageId }]
  return advanceRound(draft, state.turn, { ...state.round, completed })
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

/** REQ-BED-005: every open call gets its result now; the processes have until the deadline of cancelling. */
function stopped(draft: Draft, state: Executing, cause: 'userCancel' | 'shutdown'): Moved {
  const said = cause === 'userCancel' ? 'Cancelled by user' : 'Cancelled: Phoenix was closed'
  closeRound(draft, state, {
    current: { text: said, outcome: 'cancelled' },
    rest: { text: 'Skipped due to cancellation', outcome: 'skipped' },
  })
  stopAwaited(draft, state, cause === 'shutdown' ? 'shutdown' : 'user')
  const unfinished = recordInterruption(draft, state.turn.id, cause, cause)
  return beginCancelling(draft, state, { type: 'rest', unfinished })
}

/** Rule 14: the tool did not keep its own limit. Its process is ended before the round goes on. */
function callTimedOut(draft: Draft, state: Executing): Moved {
  closeRound(draft, state, {
    current: { text: 'The tool did not answer within its time limit.', outcome: 'timedOut' },
    rest: { text: 'Not run: the call before it did not answer.', outcome: 'notRun' },
  })
  const workIds = [state.current.workId]
  draft.start({ type: 'stopWork', workIds, reason: 'timeout' })
  return beginCancelling(draft, state, { type: 'round', turn: state.turn })
}

function workLost(draft: Draft, state: Executing): Moved {
  closeRound(draft, state, {
    current: {
      text: 'Phoenix lost track of this call; its effect is unknown.',
      outcome: 'unknown',
    },
    rest: { text: 'Not run.', outcome: 'notRun' },
  })
  stopAwaited(draft, state, 'internal')
  return failTurn(draft, state.turn.id, WORK_LOST)
}
