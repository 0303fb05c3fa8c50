import { assertNever } from '../../../shared/assert-never.ts'
import {
  type ConversationState,
  MAX_ATTEMPTS,
  type StateOf,
  turnOf,
} from '../../../shared/conversation/conversation-state.ts'
import { editOf } from '../../../shared/conversation/edited-call.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type {
  AskedCallView,
  ChildPhaseView,
  NextTry,
  PersonAction,
  PhaseView,
  StateView,
  StateViewOf,
  TurnView,
  Viewed,
} from '../../../shared/conversation/state-view.ts'
import type { SubAgentPhase } from '../../../shared/conversation/sub-agent.ts'
import type { Round, Turn, TurnClock } from '../../../shared/conversation/turn.ts'
import { firstUnits } from '../../../shared/visible-text.ts'
import { storeCall } from '../log/stored-call.ts'
import { decideRetry } from '../round/retry-policy.ts'
import { fallbackOf, providerOf } from '../turn/turn.ts'

/** Longer messages from a provider are cut, in UTF-16 units. */
const MAX_MESSAGE = 4_000
const MAX_NAME = 200

/**
 * Returns a state as a page receives it: exactly what it shows. It contains no text of a prompt, a request or a
 * message, and its size does not grow with theirs (docs/decisions/049).
 */
export function viewOf(state: ConversationState): Viewed {
  const turn = turnOf(state)
  const can = actionsIn(state)
  const view = stateView(state)
  return {
    state: can.length === 0 ? view : { ...view, can },
    turn: turn === null ? null : turnView(turn),
  }
}

/** Returns the reply whose calls a view names; null if it names none. */
export function openReplyIn(state: ConversationState): MessageId | null {
  return 'round' in state ? state.round.replyId : null
}

/** Returns what the machine would accept from a person now, in a root conversation whose folder exists. */
function actionsIn(state: ConversationState): readonly PersonAction[] {
  switch (state.type) {
    case 'idle':
      return state.unfinished === null ? ['compact', 'rewind'] : ['continue', 'compact', 'rewind']
    case 'error':
      return state.kind === 'refused' ? ['compact', 'rewind'] : ['retry', 'compact', 'rewind']
    case 'contextExhausted':
      return ['retry', 'compact', 'rewind']
    case 'llmRequesting':
      return state.phase.type === 'backoff' ? ['retry'] : []
    case 'awaitingLlm':
    case 'awaitingApproval':
    case 'awaitingAnswer':
    case 'toolExecuting':
    case 'awaitingSubAgents':
    case 'cancelling':
    case 'completed':
    case 'failed':
      return []
    default:
      return assertNever(state)
  }
}

function stateView(state: ConversationState): StateView {
  switch (state.type) {
    case 'idle':
      return { type: state.type, unfinished: state.unfinished?.cause ?? null }
    case 'awaitingLlm':
      return { type: state.type, purpose: state.purpose, dueAt: state.dueAt }
    case 'llmRequesting':
      return requestView(state)
    case 'awaitingApproval':
      return approvalView(state)
    case 'awaitingAnswer': {
      const { callId } = state.current.call
      const asked = askedView(state)
      return { type: state.type, callId, ...asked, ...queued(state.round) }
    }
    case 'toolExecuting': {
      const { call, startedAt, deadline } = state.current
      const { callId } = call
      const edit = editOf(call)
      const edited = edit === null ? {} : { editedTo: firstUnits(edit, MAX_NAME) }
      return { type: state.type, callId, ...edited, startedAt, deadline, ...queued(state.round) }
    }
    case 'awaitingSubAgents': {
      const { call, startedAt } = state.current
      const { callId } = call
      const children = state.children.map(({ agentId, phase }) => {
        return { agentId, phase: childPhaseView(phase) }
      })
      return { type: state.type, callId, startedAt, ...queued(state.round), children }
    }
    case 'cancelling': {
      const { turnId, waitingFor, deadline } = state
      const what = waitingFor.map((work) => firstUnits(work.what, MAX_NAME))
      return { type: state.type, turnId, what, deadline }
    }
    case 'contextExhausted':
      return { type: state.type, choices: state.choices }
    case 'error': {
      const { type, kind, retryAt } = state
      return { type, kind, message: firstUnits(state.message, MAX_MESSAGE), retryAt }
    }
    case 'completed':
      return { type: state.type }
    case 'failed': {
      const { type, reason } = state
      return { type, reason, message: firstUnits(state.message, MAX_MESSAGE) }
    }
    default:
      return assertNever(state)
  }
}

function askedView({
  asked,
}: StateOf<'awaitingAnswer'>): Pick<StateViewOf<'awaitingAnswer'>, 'asked'> {
  if (asked === undefined) return {}
  const { by, deadline, number, question } = asked
  const text = firstUnits(question.question, MAX_MESSAGE)
  return {
    asked: {
      number,
      by: firstUnits(by, MAX_NAME),
      question: { ...question, question: text },
      deadline,
    },
  }
}

function queued({ remaining }: Round): { readonly behind: number } {
  return { behind: remaining.length }
}

function requestView(state: StateOf<'llmRequesting'>): StateViewOf<'llmRequesting'> {
  const { type, purpose, attempt } = state
  return { type, purpose, attempt, phase: phaseView(state) }
}

function phaseView(state: StateOf<'llmRequesting'>): PhaseView {
  const { phase } = state
  switch (phase.type) {
    case 'connecting':
    case 'streaming': {
      const { type, requestId, since, deadline } = phase
      return { type, requestId, since, deadline, ifSilent: afterSilence(state) }
    }
    case 'backoff': {
      const { type, retryAt, error, patienceMs } = phase
      const message = firstUnits(error.message, MAX_MESSAGE)
      return { type, retryAt, kind: error.kind, message, patienceMs }
    }
    default:
      return assertNever(phase)
  }
}

/** Returns the retry policy's decision for a request that does not answer in time. */
function afterSilence({ attempt, turn }: StateOf<'llmRequesting'>): NextTry {
  const silence = { kind: 'timeout', attempt, retryAfterMs: null } as const
  if (decideRetry(silence, 0).type === 'retry') return 'again'
  return fallbackOf(turn) === null ? 'none' : 'fallback'
}

function approvalView(state: StateOf<'awaitingApproval'>): StateViewOf<'awaitingApproval'> {
  const calls = state.round.remaining.flatMap((call): readonly AskedCallView[] => {
    const { callId, action, verdict } = call
    if (verdict.type !== 'ask') return []
    const answer = state.answers.find((each) => each.callId === callId)?.answer.type ?? null
    return [{ callId, action, why: verdict.why, subjectIn: storeCall(call).subjectIn, answer }]
  })
  return { type: state.type, calls }
}

function childPhaseView(phase: SubAgentPhase): ChildPhaseView {
  switch (phase.type) {
    case 'working':
      return { type: phase.type, deadline: phase.deadline }
    case 'asking':
      return { type: phase.type, left: phase.left }
    case 'stopping':
      return { type: phase.type }
    case 'ended':
      return { type: phase.type, outcome: phase.outcome, messageId: phase.messageId }
    default:
      return assertNever(phase)
  }
}

function turnView(turn: Turn): TurnView {
  const { id, goal, provider, settings, clock } = turn
  const isInstead = provider === 'fallback' && settings.fallback !== null
  return {
    id,
    goal,
    model: providerOf(turn).model,
    insteadOf: isInstead ? settings.primary.model : null,
    fallback: fallbackOf(turn)?.model ?? null,
    attempts: MAX_ATTEMPTS,
    timeAsked: clock === null ? null : timeAsked(clock),
  }
}

function timeAsked({ stage, limitMs, extensions, time }: TurnClock): TurnView['timeAsked'] {
  if (stage !== 'grace') return null
  const endsAt = time.type === 'running' ? time.dueAt : null
  return { workedMs: limitMs * (extensions + 1), moreMs: limitMs, endsAt }
}
