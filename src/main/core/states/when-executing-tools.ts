import { assertNever } from '../../../shared/assert-never.ts'
import type { StateOf } from '../../../shared/conversation/conversation-state.ts'
import { awaits } from '../turn/awaited.ts'
import { messageWhileBusy } from '../round/busy-policy.ts'
import { closeOverdue, failStorage, haltTurn, loseTurn } from '../round/close-turn.ts'
import type { Context } from '../machine/context.ts'
import type { ConversationEvent } from '../machine/event.ts'
import { haltBy } from '../turn/halt.ts'
import { recover } from '../round/recovery.ts'
import { changeSettings, openSession } from '../turn/session.ts'
import { Draft, refused, type Step } from '../machine/step.ts'
import { finishCall } from '../round/finish-call.ts'
import { askForTool } from '../round/questions.ts'
import { clockFired, extendTurn } from '../turn/turn-clock.ts'
import { recordUndo } from '../machine/undo.ts'
import { recordHooks } from '../turn/hooks.ts'

type Executing = StateOf<'toolExecuting'>

/** toolExecuting: waits for the current call, with a timer behind it. */
export function whenExecutingTools(
  state: Executing,
  context: Context,
  event: ConversationEvent,
): Step {
  const draft = new Draft(event)
  switch (event.type) {
    case 'userMessage':
      return messageWhileBusy(draft, context, state, event)
    case 'toolFinished':
      return event.workId === state.current.workId
        ? finishCall(draft, context, state, { ...state.current, event })
        : refused('stale')
    case 'toolAsked':
      return event.workId === state.current.workId && context.role.type === 'root'
        ? askForTool(draft, state, event)
        : refused('stale')
    case 'timerFired':
      return event.timerId === state.current.timerId
        ? closeOverdue(draft, state)
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
    case 'questionWithdrawn':
    case 'llmStreamStarted':
    case 'llmResponded':
    case 'llmFailed':
    case 'childChanged':
      return refused('stale')
    default:
      return assertNever(event)
  }
}
