import { assertNever } from '../../../shared/assert-never.ts'
import type { StateOf } from '../../../shared/conversation/conversation-state.ts'
import { messageWhileBusy } from '../round/busy-policy.ts'
import { awaits } from '../turn/awaited.ts'
import { failStorage, haltTurn, loseTurn } from '../round/close-turn.ts'
import type { Context } from '../machine/context.ts'
import type { ConversationEvent, EventOf } from '../machine/event.ts'
import { haltBy } from '../turn/halt.ts'
import { finishCall } from '../round/finish-call.ts'
import {
  answerTool,
  questionFor,
  addQuestionResult,
  startWithoutWait,
  wordsOfAnswer,
} from '../round/questions.ts'
import { recover } from '../round/recovery.ts'
import { fingerprint } from '../../../shared/fingerprint.ts'
import { changeSettings, openSession } from '../turn/session.ts'
import { Draft, refused, type Step } from '../machine/step.ts'
import { completeCall } from '../round/tool-round.ts'
import { extendTurn } from '../turn/turn-clock.ts'
import { recordUndo } from '../machine/undo.ts'
import { recordHooks } from '../turn/hooks.ts'

type Questioning = StateOf<'awaitingAnswer'>

/**
 * awaitingAnswer: waits for a person's answer. The agent's question never times out; a running tool that asks continues
 * without an answer when its time is over.
 */
export function whenAwaitingAnswer(
  state: Questioning,
  context: Context,
  event: ConversationEvent,
): Step {
  const draft = new Draft(event)
  switch (event.type) {
    case 'questionAnswered':
      return answer(draft, context, state, event)
    case 'toolFinished':
      return finish(draft, context, state, event)
    case 'timerFired':
      return state.asked?.timerId === event.timerId
        ? answerTool(draft, state, state.asked, null)
        : refused('stale')
    case 'questionWithdrawn':
      return withdraw(draft, state, event)
    case 'workLost':
      return awaits(state, event.workId) ? loseTurn(draft, context, state) : refused('stale')
    case 'userMessage':
      return messageWhileBusy(draft, context, state, event)
    case 'cancelRequested':
    case 'shutdownRequested':
      return haltTurn(draft, context, state, haltBy(event))
    case 'storeFailed':
      return failStorage(draft, context, state, event)
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
    case 'llmStreamStarted':
    case 'llmResponded':
    case 'llmFailed':
    case 'toolAsked':
    case 'childChanged':
      return refused('stale')
    default:
      return assertNever(event)
  }
}

/** The call ended although its question is open. */
function finish(
  draft: Draft,
  context: Context,
  state: Questioning,
  event: EventOf<'toolFinished'>,
): Step {
  const { asked, current } = state
  if (asked?.workId !== event.workId) return refused('stale')
  const { call } = current
  const { timerId } = asked
  const startedAt = startWithoutWait(draft, current, asked)
  return finishCall(draft, context, state, { call, event, startedAt, timerId })
}

/** Continues the tool without the answer, which it no longer needs. */
function withdraw(draft: Draft, state: Questioning, event: EventOf<'questionWithdrawn'>): Step {
  const { asked } = state
  if (asked?.workId !== event.workId || asked.number !== event.number) return refused('stale')
  draft.start({ type: 'stopTimer', timerId: asked.timerId })
  return answerTool(draft, state, asked, null)
}

/** Gives the agent's call its result and continues the round, or continues a tool with the answer. */
function answer(
  draft: Draft,
  context: Context,
  state: Questioning,
  event: EventOf<'questionAnswered'>,
): Step {
  const question = questionFor(state, event)
  if (question === null) return refused('stale')
  if (state.asked !== undefined) {
    draft.start({ type: 'stopTimer', timerId: state.asked.timerId })
    return answerTool(draft, state, state.asked, event.answer)
  }
  const { call } = state.current
  const words = wordsOfAnswer(event.answer, question)
  const messageId = addQuestionResult(draft, state.current, { ...words, outcome: 'ok' })
  return completeCall(draft, context, state, { call, messageId, digest: fingerprint(words.text) })
}
