import { assertNever } from '../../shared/assert-never.ts'
import type { StateOf } from '../../shared/conversation-state.ts'
import type { Unfinished } from '../../shared/turn.ts'
import { awaits, stopAwaited } from './awaited.ts'
import type { Context } from './context.ts'
import type { ConversationEvent, EventOf } from './event.ts'
import { storageFailure } from './failures.ts'
import { recover } from './recovery.ts'
import { openSession } from './session.ts'
import { Draft, type Moved, refused, type Step } from './step.ts'
import { describeCall } from './tool-round.ts'
import { awaitLlm, failTurn, interruptTurn, recordInterruption, restInError } from './turn.ts'

type Cancelling = StateOf<'cancelling'>

/** How long the works that were told to stop are waited for (rule 3). */
const CANCELLING_MS = 500

/** Leaves a round whose calls all have their results, and waits for the process of its current call. */
export function beginCancelling(
  draft: Draft,
  state: StateOf<'toolExecuting'>,
  then: Cancelling['then'],
): Moved {
  const timerId = draft.newTimerId()
  const deadline = draft.startTimer(timerId, CANCELLING_MS)
  const { workId, call } = state.current
  return draft.moveTo({
    type: 'cancelling',
    turnId: state.turn.id,
    waitingFor: [{ workId, what: describeCall(call) }],
    timerId,
    deadline,
    then,
  })
}

/** cancelling: waits for each work that was told to stop, or for the deadline. */
export function whenCancelling(
  state: Cancelling,
  _context: Context,
  event: ConversationEvent,
): Step {
  const draft = new Draft(event)
  switch (event.type) {
    case 'userMessage':
      return refused('cancelling')
    case 'toolFinished':
      return workEnded(draft, state, event)
    case 'timerFired':
      return event.timerId === state.timerId ? timeIsUp(draft, state) : refused('stale')
    case 'cancelRequested':
      return state.then.type === 'round'
        ? restInstead(draft, state, state.then.turn.id, 'userCancel')
        : refused('nothingToDo')
    case 'shutdownRequested':
      return state.then.type === 'round'
        ? restInstead(draft, state, state.then.turn.id, 'shutdown')
        : refused('nothingToDo')
    case 'storeFailed':
      return storeFailed(draft, state, event)
    case 'workLost':
      return awaits(state, event.workId) ? timeIsUp(draft, state) : refused('stale')
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

function workEnded(draft: Draft, state: Cancelling, event: EventOf<'toolFinished'>): Step {
  if (!awaits(state, event.workId)) return refused('stale')
  const waitingFor = state.waitingFor.filter((ending) => ending.workId !== event.workId)
  if (waitingFor.length > 0) return draft.moveTo({ ...state, waitingFor })
  draft.start({ type: 'stopTimer', timerId: state.timerId })
  switch (state.then.type) {
    case 'rest':
      return draft.moveTo({ type: 'idle', unfinished: state.then.unfinished })
    case 'round':
      return awaitLlm(draft, state.then.turn, 'toolResults')
    default:
      return assertNever(state.then)
  }
}

/** What still lives is named, and rest follows: no further call may run beside it. */
function timeIsUp(draft: Draft, state: Cancelling): Moved {
  draft.start({ type: 'stopTimer', timerId: state.timerId })
  const names = state.waitingFor.map((ending) => ending.what).join(', ')
  draft.say({ type: 'system', text: `Still running, although told to stop: ${names}` })
  switch (state.then.type) {
    case 'rest':
      return draft.moveTo({ type: 'idle', unfinished: state.then.unfinished })
    case 'round':
      return interruptTurn(draft, state.turnId, 'timeout', 'error')
    default:
      return assertNever(state.then)
  }
}

function restInstead(
  draft: Draft,
  state: Cancelling,
  turnId: Unfinished['turnId'],
  cause: 'userCancel' | 'shutdown',
): Moved {
  const unfinished = recordInterruption(draft, turnId, cause, cause)
  return draft.moveTo({ ...state, then: { type: 'rest', unfinished } })
}

/** A turn that has had its end keeps it: only one that was to go on fails now (T15). */
function storeFailed(draft: Draft, state: Cancelling, event: EventOf<'storeFailed'>): Moved {
  stopAwaited(draft, state, 'storage')
  const failure = storageFailure(event.fault)
  switch (state.then.type) {
    case 'rest':
      return restInError(draft, state.turnId, failure)
    case 'round':
      return failTurn(draft, state.turnId, failure)
    default:
      return assertNever(state.then)
  }
}
