import { assertNever } from '../../shared/assert-never.ts'
import type { StateOf } from '../../shared/conversation-state.ts'
import { awaits, stopAwaited } from './awaited.ts'
import type { Context } from './context.ts'
import type { ConversationEvent } from './event.ts'
import { storageFailure } from './failures.ts'
import { recover } from './recovery.ts'
import { openSession } from './session.ts'
import { Draft, refused, type Step } from './step.ts'
import { loseTurn, stopTurn } from './stop-turn.ts'
import { failTurn, sendRequest } from './turn.ts'

/** awaitingLlm: waits for its timer, then asks the model. */
export function whenAwaitingLlm(
  state: StateOf<'awaitingLlm'>,
  context: Context,
  event: ConversationEvent,
): Step {
  const draft = new Draft(event)
  switch (event.type) {
    case 'userMessage':
      return refused('busy')
    case 'timerFired':
      return event.timerId === state.timerId
        ? sendRequest(draft, context, state.turn, 1)
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
    case 'llmStreamStarted':
    case 'llmResponded':
    case 'llmFailed':
    case 'toolFinished':
      return refused('stale')
    default:
      return assertNever(event)
  }
}
