import { assertNever } from '../../../shared/assert-never.ts'
import type { StateOf } from '../../../shared/conversation/conversation-state.ts'
import type { WorkId } from '../../../shared/ids.ts'
import { awaits, stopAwaited } from '../turn/awaited.ts'
import { interrupts } from '../round/busy-policy.ts'
import type { Context } from '../machine/context.ts'
import type { ConversationEvent, EventOf } from '../machine/event.ts'
import { storageFailure, WORK_LOST } from '../machine/failures.ts'
import { type Halt, haltBy } from '../turn/halt.ts'
import { recordHalt } from '../round/close-turn.ts'
import { recover } from '../round/recovery.ts'
import { addUserMessage } from '../turn/add-user-message.ts'
import { changeSettings, openSession } from '../turn/session.ts'
import { Draft, type Moved, refused, type Step, unlessFolderGone } from '../machine/step.ts'
import { awaitLlm, beginReply } from '../turn/turn.ts'
import {
  failTurn,
  interruptTurn,
  recordReplaced,
  restInError,
  type StoppedTurn,
} from '../turn/turn-end.ts'
import { clockFired, extendTurn } from '../turn/turn-clock.ts'
import { recordUndo } from '../machine/undo.ts'
import { recordHooks } from '../turn/hooks.ts'

type Cancelling = StateOf<'cancelling'>

/** cancelling: waits for each stopped piece of work, or for the deadline. */
export function whenCancelling(
  state: Cancelling,
  context: Context,
  event: ConversationEvent,
): Step {
  const draft = new Draft(event)
  switch (event.type) {
    case 'userMessage':
      return interrupts(context, event)
        ? unlessFolderGone(event, () => turnInstead(draft, context, state, event))
        : refused('cancelling')
    case 'toolFinished':
      return workEnded(draft, context, state, event.workId)
    case 'childChanged':
      return event.now.type === 'ended'
        ? workEnded(draft, context, state, event.agentId)
        : refused('stale')
    case 'timerFired':
      return event.timerId === state.timerId
        ? timeIsUp(draft, context, state)
        : clockFired(draft, context, state, event, (halt) =>
            restInstead(draft, context, state, halt),
          )
    case 'cancelRequested':
    case 'shutdownRequested':
      return restInstead(draft, context, state, haltBy(event))
    case 'storeFailed':
      return storeFailed(draft, context, state, event)
    case 'workLost':
      return awaits(state, event.workId) ? workLost(draft, context, state) : refused('stale')
    case 'settingsChanged':
      return changeSettings(draft, context, state, event.change)
    case 'editsUndone':
      return recordUndo(draft, state, event)
    case 'hooksAnswered':
      return recordHooks(draft, state, event)
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
    case 'continueRequested':
    case 'retryRequested':
    case 'compactRequested':
      return refused('nothingToDo')
    case 'approvalAnswered':
    case 'questionAnswered':
    case 'toolAsked':
    case 'questionWithdrawn':
    case 'llmStreamStarted':
    case 'llmResponded':
    case 'llmFailed':
      return refused('stale')
    default:
      return assertNever(event)
  }
}

function workEnded(draft: Draft, context: Context, state: Cancelling, workId: WorkId): Step {
  if (!awaits(state, workId)) return refused('stale')
  const waitingFor = state.waitingFor.filter((ending) => ending.workId !== workId)
  if (waitingFor.length > 0) return draft.moveTo({ ...state, waitingFor })
  draft.start({ type: 'stopTimer', timerId: state.timerId })
  switch (state.then.type) {
    case 'rest':
      return draft.moveTo(state.then.state)
    case 'turn':
      return awaitLlm(draft, context, state.then.turn, 'userMessage')
    case 'round':
      return awaitLlm(draft, context, state.then.turn, 'toolResults')
    default:
      return assertNever(state.then)
  }
}

/** Ends a turn that was to continue; one that has already ended keeps its end. Stopped work is named either way. */
function workLost(draft: Draft, context: Context, state: Cancelling): Moved {
  draft.start({ type: 'stopTimer', timerId: state.timerId })
  nameRunning(draft, state)
  const { then } = state
  switch (then.type) {
    case 'rest':
      return draft.moveTo(then.state)
    case 'turn':
    case 'round':
      return failTurn(draft, context, then.turn, WORK_LOST)
    default:
      return assertNever(then)
  }
}

function nameRunning(draft: Draft, state: Cancelling): void {
  const names = state.waitingFor.map((ending) => ending.what).join(', ')
  draft.addMessage({ type: 'system', text: `Still running after being told to stop: ${names}` })
}

/** Names what is still running. The round ends too, because no further call may run next to it. */
function timeIsUp(draft: Draft, context: Context, state: Cancelling): Moved {
  draft.start({ type: 'stopTimer', timerId: state.timerId })
  nameRunning(draft, state)
  const { then } = state
  switch (then.type) {
    case 'rest':
      return draft.moveTo(then.state)
    case 'turn':
      return awaitLlm(draft, context, then.turn, 'userMessage')
    case 'round':
      return interruptTurn(draft, context, then.turn, { reason: 'timeout', cause: 'error' })
    default:
      return assertNever(then)
  }
}

/** A cancel drops the turn that was to follow. If none was, there is nothing to do. */
function restInstead(draft: Draft, context: Context, state: Cancelling, halt: Halt): Step {
  const { then } = state
  switch (then.type) {
    case 'rest':
      return refused('nothingToDo')
    case 'turn':
    case 'round': {
      const rest = recordHalt(draft, context, then.turn, halt)
      return draft.moveTo({ ...state, then: { type: 'rest', state: rest } })
    }
    default:
      return assertNever(then)
  }
}

/** Rule 1: keeps the message, whose turn follows. A turn that already waits to start absorbs it. */
function turnInstead(
  draft: Draft,
  context: Context,
  state: Cancelling,
  event: EventOf<'userMessage'>,
): Moved {
  const { then } = state
  switch (then.type) {
    case 'turn':
      addUserMessage(draft, context, event)
      return draft.moveTo(state)
    case 'round':
      recordReplaced(draft, then.turn, event.messageId)
      return beginInstead(draft, context, state, event)
    case 'rest':
      return beginInstead(draft, context, state, event)
    default:
      return assertNever(then)
  }
}

function beginInstead(
  draft: Draft,
  context: Context,
  state: Cancelling,
  event: EventOf<'userMessage'>,
): Moved {
  addUserMessage(draft, context, event)
  const turn = beginReply(draft, context, 'message')
  return draft.moveTo({ ...state, turnId: turn.id, then: { type: 'turn', turn } })
}

/** A turn that has already ended keeps its end: only one that was to continue fails now (T15). */
function storeFailed(
  draft: Draft,
  context: Context,
  state: Cancelling,
  event: EventOf<'storeFailed'>,
): Moved {
  stopAwaited(draft, state, 'storage')
  const failure = storageFailure(event.fault)
  const { then } = state
  switch (then.type) {
    case 'rest':
      return restInError(draft, context, stoppedTurn(state), failure)
    case 'turn':
    case 'round':
      return failTurn(draft, context, then.turn, failure)
    default:
      return assertNever(then)
  }
}

/** Only a turn whose goal is a reply has calls to wait for. */
function stoppedTurn({ turnId: id }: Cancelling): StoppedTurn {
  return { id, lastReplyId: null, goal: 'reply', throughSeq: null, focus: null, unfinished: null }
}
