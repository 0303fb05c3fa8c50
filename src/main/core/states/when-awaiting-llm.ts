import { assertNever } from '../../../shared/assert-never.ts'
import type { StateOf } from '../../../shared/conversation/conversation-state.ts'
import { awaits } from '../turn/awaited.ts'
import { interrupts } from '../round/busy-policy.ts'
import { failStorage, haltTurn, loseTurn, replaceTurn } from '../round/close-turn.ts'
import type { Context } from '../machine/context.ts'
import type { ConversationEvent, EventOf } from '../machine/event.ts'
import { haltBy } from '../turn/halt.ts'
import { recover } from '../round/recovery.ts'
import { addUserMessage } from '../turn/add-user-message.ts'
import { changeSettings, openSession } from '../turn/session.ts'
import { Draft, refused, type Step, unlessFolderGone } from '../machine/step.ts'
import { restartWait, sendDue } from '../turn/turn.ts'
import { clockFired, extendTurn } from '../turn/turn-clock.ts'
import { recordUndo } from '../machine/undo.ts'
import { recordHooks } from '../turn/hooks.ts'

type Awaiting = StateOf<'awaitingLlm'>

/** awaitingLlm: waits for its timer, then asks the model. */
export function whenAwaitingLlm(state: Awaiting, context: Context, event: ConversationEvent): Step {
  const draft = new Draft(event)
  switch (event.type) {
    case 'userMessage':
      return messageWhileWaiting(draft, context, state, event)
    case 'timerFired':
      return event.timerId === state.timerId
        ? sendDue(draft, context, { ...state, attempt: 1 }, event)
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
    case 'llmStreamStarted':
    case 'llmResponded':
    case 'llmFailed':
    case 'toolFinished':
    case 'toolAsked':
    case 'questionWithdrawn':
    case 'childChanged':
      return refused('stale')
    default:
      return assertNever(event)
  }
}

/**
 * Rules 1 and 2: nothing has been sent yet, so a message can still join the request. A sub-agent has its task and
 * accepts no messages.
 */
function messageWhileWaiting(
  draft: Draft,
  context: Context,
  state: Awaiting,
  event: EventOf<'userMessage'>,
): Step {
  const isRoot = context.role.type === 'root'
  if (isRoot && event.mode === 'join' && state.reason === 'toolResults') {
    addUserMessage(draft, context, event)
    return draft.moveTo(state)
  }
  if (!interrupts(context, event)) return refused('busy')
  return unlessFolderGone(event, () => {
    if (state.reason !== 'userMessage') return replaceTurn(draft, context, state, event)
    addUserMessage(draft, context, event)
    return restartWait(draft, context, state)
  })
}
