import { assertNever } from '../../shared/assert-never.ts'
import type { StateOf } from '../../shared/conversation-state.ts'
import type { Context } from './context.ts'
import type { ConversationEvent } from './event.ts'
import { recover } from './recovery.ts'
import { closeSession, openSession } from './session.ts'
import { Draft, type Moved, refused, type Step } from './step.ts'
import { awaitLlm, beginTurn, sayContinue } from './turn.ts'

/** idle: waits for the user. */
export function whenIdle(state: StateOf<'idle'>, context: Context, event: ConversationEvent): Step {
  const draft = new Draft(event)
  switch (event.type) {
    case 'userMessage':
      return acceptMessage(draft, context, event)
    case 'continueRequested':
      return state.unfinished === null
        ? refused('nothingToDo')
        : continueTurn(draft, context, state.unfinished.cause === 'cutReply')
    case 'retryRequested':
    case 'cancelRequested':
    case 'shutdownRequested':
    case 'storeFailed':
      return refused('nothingToDo')
    case 'settingsChanged':
      return draft.moveTo(state)
    case 'sessionOpened':
      return openSession(draft, state, event.unclosed)
    case 'sessionClosed':
      return closeSession(draft, state, event.reason)
    case 'recovered':
      return recover(draft, event, state)
    case 'timerFired':
    case 'llmStreamStarted':
    case 'llmResponded':
    case 'llmFailed':
    case 'toolFinished':
    case 'workLost':
      return refused('stale')
    default:
      return assertNever(event)
  }
}

/** error: waits for the user, who leaves it by a message or by Retry. */
export function whenInError(
  state: StateOf<'error'>,
  context: Context,
  event: ConversationEvent,
): Step {
  const draft = new Draft(event)
  switch (event.type) {
    case 'userMessage':
      return acceptMessage(draft, context, event)
    case 'retryRequested':
      return state.kind === 'refused'
        ? refused('nothingToDo')
        : awaitLlm(draft, beginTurn(draft, context, 'retry'), 'retry')
    case 'continueRequested':
    case 'cancelRequested':
    case 'shutdownRequested':
    case 'storeFailed':
      return refused('nothingToDo')
    case 'settingsChanged':
      return draft.moveTo(state)
    case 'sessionOpened':
      return openSession(draft, state, event.unclosed)
    case 'sessionClosed':
      return closeSession(draft, state, event.reason)
    case 'recovered':
      return recover(draft, event, state)
    case 'timerFired':
    case 'llmStreamStarted':
    case 'llmResponded':
    case 'llmFailed':
    case 'toolFinished':
    case 'workLost':
      return refused('stale')
    default:
      return assertNever(event)
  }
}

function acceptMessage(
  draft: Draft,
  context: Context,
  event: Extract<ConversationEvent, { type: 'userMessage' }>,
): Moved {
  const { messageId, text, attachments } = event
  draft.say({ type: 'user', text, attachments, author: 'person' }, messageId)
  for (const { original, copy } of attachments) {
    draft.record({ type: 'fileAttached', messageId, original, copy })
  }
  return awaitLlm(draft, beginTurn(draft, context, 'message'), 'userMessage')
}

/** After a cut reply the history ends with the agent: the added words let it go on. */
function continueTurn(draft: Draft, context: Context, wasCut: boolean): Moved {
  if (wasCut) sayContinue(draft)
  return awaitLlm(draft, beginTurn(draft, context, 'continue'), 'continue')
}
