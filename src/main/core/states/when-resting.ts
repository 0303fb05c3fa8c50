import { assertNever } from '../../../shared/assert-never.ts'
import { IDLE } from '../../../shared/conversation/conversation-state.ts'
import type { RestingState, StateOf } from '../../../shared/conversation/conversation-state.ts'
import { beginFork } from '../turn/begin-fork.ts'
import { beginCompaction } from '../turn/compaction.ts'
import type { Context } from '../machine/context.ts'
import type { ConversationEvent, EventOf } from '../machine/event.ts'
import { recover } from '../round/recovery.ts'
import { addUserMessage } from '../turn/add-user-message.ts'
import { changeSettings, closeSession, openSession } from '../turn/session.ts'
import { Draft, type Moved, refused, type Step, unlessFolderGone } from '../machine/step.ts'
import { awaitLlm, beginReply, beginTurn, addContinue } from '../turn/turn.ts'
import { recordUndo } from '../machine/undo.ts'
import { hooksAtRest, recordHooks } from '../turn/hooks.ts'

/** idle: waits for the user; a sub-agent waits for its task. */
export function whenIdle(state: StateOf<'idle'>, context: Context, event: ConversationEvent): Step {
  const draft = new Draft(event)
  switch (event.type) {
    case 'userMessage':
      return unlessFolderGone(event, () => acceptMessage(draft, context, event))
    case 'continueRequested':
      return continueUnfinished(draft, context, state, event)
    case 'compactRequested':
      return unlessFolderGone(event, () => compactByHand(draft, context, event, state.unfinished))
    case 'retryRequested':
    case 'cancelRequested':
    case 'shutdownRequested':
    case 'storeFailed':
      return refused('nothingToDo')
    case 'attachmentsDropped':
      return dropAttachments(draft, state)
    case 'rewound':
      return rewind(draft, event)
    case 'forked':
      return beginFork(draft, state, event)
    case 'settingsChanged':
      return changeSettings(draft, context, state, event.change)
    case 'editsUndone':
      return recordUndo(draft, state, event)
    case 'hooksAnswered':
      return hooksAtRest(draft, context, state, event)
    case 'sessionOpened':
      return openSession(draft, state, event)
    case 'sessionClosed':
      return closeSession(draft, state, event.reason)
    case 'recovered':
      return recover(draft, context, state, event)
    case 'turnExtended':
    case 'approvalAnswered':
    case 'questionAnswered':
    case 'timerFired':
    case 'llmStreamStarted':
    case 'llmResponded':
    case 'llmFailed':
    case 'toolFinished':
    case 'toolAsked':
    case 'questionWithdrawn':
    case 'childChanged':
    case 'workLost':
      return refused('stale')
    default:
      return assertNever(event)
  }
}

/** error: waits for the user, who leaves it with a message or Retry. */
export function whenInError(
  state: StateOf<'error'>,
  context: Context,
  event: ConversationEvent,
): Step {
  const draft = new Draft(event)
  switch (event.type) {
    case 'userMessage':
      return unlessFolderGone(event, () => acceptMessage(draft, context, event))
    case 'retryRequested':
      return state.kind === 'refused'
        ? refused('nothingToDo')
        : unlessFolderGone(event, () => retry(draft, context, state))
    case 'compactRequested':
      return unlessFolderGone(event, () => compactByHand(draft, context, event, state.unfinished))
    case 'continueRequested':
    case 'forked':
    case 'cancelRequested':
    case 'shutdownRequested':
    case 'storeFailed':
      return refused('nothingToDo')
    case 'attachmentsDropped':
      return dropAttachments(draft, state)
    case 'rewound':
      return rewind(draft, event)
    case 'settingsChanged':
      return changeSettings(draft, context, state, event.change)
    case 'editsUndone':
      return recordUndo(draft, state, event)
    case 'hooksAnswered':
      return recordHooks(draft, state, event)
    case 'sessionOpened':
      return openSession(draft, state, event)
    case 'sessionClosed':
      return closeSession(draft, state, event.reason)
    case 'recovered':
      return recover(draft, context, state, event)
    case 'turnExtended':
    case 'approvalAnswered':
    case 'questionAnswered':
    case 'timerFired':
    case 'llmStreamStarted':
    case 'llmResponded':
    case 'llmFailed':
    case 'toolFinished':
    case 'toolAsked':
    case 'questionWithdrawn':
    case 'childChanged':
    case 'workLost':
      return refused('stale')
    default:
      return assertNever(event)
  }
}

/**
 * contextExhausted: waits for the user to compact, choose a model with a larger context, drop images, edit an earlier
 * message, or retry. The cause may disappear without the machine's knowledge, and no conversation is left without a way
 * out.
 */
export function whenExhausted(
  state: StateOf<'contextExhausted'>,
  context: Context,
  event: ConversationEvent,
): Step {
  const draft = new Draft(event)
  const unfinished = { turnId: state.turnId, cause: 'contextExhausted' } as const
  switch (event.type) {
    case 'userMessage':
      return refused('contextFull')
    case 'compactRequested':
      return unlessFolderGone(event, () => compactByHand(draft, context, event, unfinished))
    case 'settingsChanged': {
      const isLarger = readsMore(context, event)
      return changeSettings(
        draft,
        context,
        isLarger ? { type: 'idle', unfinished } : state,
        event.change,
      )
    }
    case 'attachmentsDropped':
      return dropAttachments(draft, { type: 'idle', unfinished })
    case 'rewound':
      return rewind(draft, event)
    case 'retryRequested':
      return unlessFolderGone(event, () => retryReply(draft, context))
    case 'continueRequested':
    case 'forked':
    case 'cancelRequested':
    case 'shutdownRequested':
    case 'storeFailed':
      return refused('nothingToDo')
    case 'editsUndone':
      return recordUndo(draft, state, event)
    case 'hooksAnswered':
      return recordHooks(draft, state, event)
    case 'sessionOpened':
      return openSession(draft, state, event)
    case 'sessionClosed':
      return closeSession(draft, state, event.reason)
    case 'recovered':
      return recover(draft, context, state, event)
    case 'turnExtended':
    case 'approvalAnswered':
    case 'questionAnswered':
    case 'timerFired':
    case 'llmStreamStarted':
    case 'llmResponded':
    case 'llmFailed':
    case 'toolFinished':
    case 'toolAsked':
    case 'questionWithdrawn':
    case 'childChanged':
    case 'workLost':
      return refused('stale')
    default:
      return assertNever(event)
  }
}

/** completed, failed: a sub-agent that has ended. Only its session and its settings still change. */
export function whenEnded(
  state: StateOf<'completed' | 'failed'>,
  context: Context,
  event: ConversationEvent,
): Step {
  const draft = new Draft(event)
  switch (event.type) {
    case 'userMessage':
      return refused('ended')
    case 'continueRequested':
    case 'forked':
    case 'retryRequested':
    case 'compactRequested':
    case 'attachmentsDropped':
    case 'rewound':
    case 'cancelRequested':
    case 'shutdownRequested':
    case 'storeFailed':
      return refused('nothingToDo')
    case 'settingsChanged':
      return changeSettings(draft, context, state, event.change)
    case 'editsUndone':
      return recordUndo(draft, state, event)
    case 'hooksAnswered':
      return recordHooks(draft, state, event)
    case 'sessionOpened':
      return openSession(draft, state, event)
    case 'sessionClosed':
      return closeSession(draft, state, event.reason)
    case 'recovered':
      return recover(draft, context, state, event)
    case 'turnExtended':
    case 'approvalAnswered':
    case 'questionAnswered':
    case 'timerFired':
    case 'llmStreamStarted':
    case 'llmResponded':
    case 'llmFailed':
    case 'toolFinished':
    case 'toolAsked':
    case 'questionWithdrawn':
    case 'childChanged':
    case 'workLost':
      return refused('stale')
    default:
      return assertNever(event)
  }
}

function acceptMessage(draft: Draft, context: Context, event: EventOf<'userMessage'>): Moved {
  addUserMessage(draft, context, event)
  return awaitLlm(draft, context, beginReply(draft, context, 'message'), 'userMessage')
}

/** After a cut reply the history ends with the agent: the added text lets the model continue. */
function continueUnfinished(
  draft: Draft,
  context: Context,
  { unfinished }: StateOf<'idle'>,
  event: EventOf<'continueRequested'>,
): Step {
  if (unfinished === null) return refused('nothingToDo')
  return unlessFolderGone(event, () => {
    if (unfinished.cause === 'cutReply') addContinue(draft)
    return awaitLlm(draft, context, beginReply(draft, context, 'continue'), 'continue')
  })
}

/** Starts where the failed turn stopped: with the summary, if that failed. */
function retry(draft: Draft, context: Context, state: StateOf<'error'>): Moved {
  const { focus, goal, resume, throughSeq } = state
  const unfinished = goal === 'compaction' ? state.unfinished : null
  const turn = beginTurn(draft, context, { trigger: 'retry', goal, throughSeq, focus, unfinished })
  return resume === 'compaction'
    ? beginCompaction(draft, turn)
    : awaitLlm(draft, context, turn, 'retry')
}

function retryReply(draft: Draft, context: Context): Moved {
  return awaitLlm(draft, context, beginReply(draft, context, 'retry'), 'retry')
}

/** Starts a separate turn that ends without a reply. */
function compactByHand(
  draft: Draft,
  context: Context,
  { focus, throughSeq }: EventOf<'compactRequested'>,
  unfinished: StateOf<'idle'>['unfinished'],
): Moved {
  const what = { throughSeq: throughSeq ?? null, focus: focus ?? null, unfinished }
  const task = { trigger: 'compact', goal: 'compaction', ...what } as const
  return beginCompaction(draft, beginTurn(draft, context, task))
}

/** Drops attachments, in the same way in every state; the originals are kept. */
function dropAttachments(draft: Draft, next: RestingState): Moved {
  draft.addMessage({ type: 'attachmentsDropped' })
  return draft.moveTo(next)
}

/** Rewinds. This also covers a turn that failed or was left unfinished: nothing is left to continue. */
function rewind(draft: Draft, { fromSeq }: EventOf<'rewound'>): Moved {
  draft.addMessage({ type: 'rewound', fromSeq })
  return draft.moveTo(IDLE)
}

function readsMore(context: Context, { change }: EventOf<'settingsChanged'>): boolean {
  return (change.primary?.limits.contextTokens ?? 0) > context.primary.limits.contextTokens
}
