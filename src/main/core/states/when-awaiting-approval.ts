import { assertNever } from '../../../shared/assert-never.ts'
import { askedCalls, type StateOf } from '../../../shared/conversation/conversation-state.ts'
import { canBeEdited } from '../../../shared/conversation/edited-call.ts'
import { allows } from '../../../shared/settings/rule-words.ts'
import {
  type ApprovalAnswer,
  type Call,
  canBeRuled,
  type Verdict,
} from '../../../shared/conversation/turn.ts'
import { messageWhileBusy } from '../round/busy-policy.ts'
import { failStorage, haltTurn } from '../round/close-turn.ts'
import { contextAfter } from '../machine/context-after.ts'
import { type Context, mayWriteIn } from '../machine/context.ts'
import type { ConversationEvent, EventOf } from '../machine/event.ts'
import { haltBy } from '../turn/halt.ts'
import { judgeAgain } from '../round/permission-policy.ts'
import { recover } from '../round/recovery.ts'
import { openSession, recordChange } from '../turn/session.ts'
import { Draft, refused, type Step } from '../machine/step.ts'
import { advanceRound } from '../round/tool-round.ts'
import { extendTurn } from '../turn/turn-clock.ts'
import { recordUndo } from '../machine/undo.ts'
import { recordHooks } from '../turn/hooks.ts'

type Asking = StateOf<'awaitingApproval'>

/** awaitingApproval: waits for a person's decision on every call that needs one. No timeout approves a call. */
export function whenAwaitingApproval(
  state: Asking,
  context: Context,
  event: ConversationEvent,
): Step {
  const draft = new Draft(event)
  switch (event.type) {
    case 'approvalAnswered':
      return answer(draft, context, state, event)
    case 'userMessage':
      return messageWhileBusy(draft, context, state, event)
    case 'cancelRequested':
    case 'shutdownRequested':
      return haltTurn(draft, context, state, haltBy(event))
    case 'storeFailed':
      return failStorage(draft, context, state, event)
    case 'settingsChanged':
      if (event.change.folder !== undefined) return refused('busy')
      recordChange(draft, context, event.change)
      return judgeAsked(draft, contextAfter(context, event), state)
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

/** Applies the decision to those of the named calls that still wait; after the last one the round continues. */
function answer(
  draft: Draft,
  context: Context,
  state: Asking,
  event: EventOf<'approvalAnswered'>,
): Step {
  const meant = askedCalls(state).filter(
    (call) => event.callIds.includes(call.callId) && fits(event.answer, call),
  )
  if (meant.length === 0) return refused('stale')
  if (event.answer.type === 'always') draft.saveRule(event.answer.rule)
  const newAnswers = meant.map(({ callId }) => ({ callId, answer: event.answer }))
  return continueRound(draft, context, { ...state, answers: [...state.answers, ...newAnswers] })
}

/** After a change of settings, judges the waiting calls again: a card never contradicts the permissions in force. */
function judgeAsked(draft: Draft, context: Context, state: Asking): Step {
  const waiting = new Set(askedCalls(state).map(({ callId }) => callId))
  const remaining = state.round.remaining.map((call) =>
    waiting.has(call.callId) ? judgeAgain(call, context) : call,
  )
  return continueRound(draft, context, { ...state, round: { ...state.round, remaining } })
}

/** Continues the round unless one of its calls still waits for a decision. */
function continueRound(draft: Draft, context: Context, state: Asking): Step {
  if (askedCalls(state).length > 0) return draft.moveTo(state)
  const remaining = state.round.remaining.map((call) => decided(call, state, context))
  return advanceRound(draft, context, state.turn, { ...state.round, remaining })
}

/**
 * Accepts a rule only if it allows the call it came with, and never for a call that needs approval each time. Only a
 * command can be edited.
 */
function fits(answered: ApprovalAnswer, call: Call): boolean {
  const { name, subject, verdict } = call
  if (answered.type === 'edited') return canBeEdited(call)
  if (answered.type !== 'always') return true
  return verdict.type === 'ask' && canBeRuled(verdict.why) && allows(answered.rule, name, subject)
}

function decided(call: Call, { answers }: Asking, context: Context): Call {
  const { verdict } = call
  const decision = answers.find(({ callId }) => callId === call.callId)
  if (decision === undefined || verdict.type !== 'ask') return call
  return { ...call, verdict: verdictBy(decision.answer, verdict.limitMs, context) }
}

function verdictBy(answered: ApprovalAnswer, limitMs: number, context: Context): Verdict {
  const mayWrite = mayWriteIn(context)
  switch (answered.type) {
    case 'once':
    case 'always':
      return { type: 'run', limitMs, isApproved: true, mayWrite, editedTo: null }
    case 'edited': {
      const { command } = answered
      return { type: 'run', limitMs, isApproved: true, mayWrite, editedTo: command }
    }
    case 'deny': {
      const reason = answered.reason.trim()
      const text =
        reason === ''
          ? 'Not run: the user did not allow this call.'
          : `Not run: the user did not allow this call. Reason: ${reason}`
      return { type: 'refuse', text, outcome: 'denied' }
    }
    default:
      return assertNever(answered)
  }
}
