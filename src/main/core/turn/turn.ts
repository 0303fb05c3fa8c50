import { NO_USAGE } from '../../../shared/models/usage.ts'
import type { RequestReason, StateOf } from '../../../shared/conversation/conversation-state.ts'
import { MAX_DEBOUNCE_MS } from '../../../shared/settings/settings.ts'
import type {
  Provider,
  Purpose,
  Turn,
  TurnTrigger,
  Unfinished,
} from '../../../shared/conversation/turn.ts'
import type { Context } from '../machine/context.ts'
import type { EventOf } from '../machine/event.ts'
import type { Draft, Moved } from '../machine/step.ts'
import { limitOnRequest, stopAtBudget, stopAtLimit } from './turn-limits.ts'

/** The task of a new turn. A compaction preserves what was unfinished before it. */
export interface Task {
  readonly trigger: TurnTrigger
  readonly goal: Purpose
  readonly throughSeq: number | null
  readonly focus: string | null
  readonly unfinished: Unfinished | null
}

/** Leaves a resting state. This is the only place that starts a turn. */
export function beginTurn(draft: Draft, context: Context, task: Task): Turn {
  const { primary, fallback, effort, systemPrompt, instructions } = context
  const turn: Turn = {
    ...task,
    id: draft.newTurnId(),
    startedAt: draft.at,
    settings: { primary, fallback, effort, systemPrompt, instructions },
    provider: 'primary',
    requests: 0,
    toolCalls: 0,
    subAgents: 0,
    subAgentTokens: 0,
    usage: NO_USAGE,
    continuations: 0,
    compactionFailures: 0,
    repairs: [],
    mending: null,
    repeated: null,
    askedToSubmit: false,
    lastReplyId: null,
    keptTryingMs: 0,
    clock: null,
  }
  const { goal, trigger, unfinished } = task
  draft.record({ type: 'turnStarted', turnId: turn.id, trigger, goal, unfinished })
  return turn
}

export function beginReply(draft: Draft, context: Context, trigger: TurnTrigger): Turn {
  const task = { trigger, goal: 'reply', throughSeq: null, focus: null, unfinished: null } as const
  return beginTurn(draft, context, task)
}

/**
 * Waits for the next request. After a message under `interrupt` it waits for messages that belong together (rule 2);
 * otherwise the request is due at once, with a zero timer so people's events are handled first.
 */
export function awaitLlm(
  draft: Draft,
  context: Context,
  turn: Turn,
  reason: Exclude<RequestReason, 'compact'>,
): Moved {
  const isMessage = reason === 'userMessage'
  const waitMs = isMessage ? debounceOf(context) : 0
  const timerId = draft.newTimerId()
  const dueAt = draft.startTimer(timerId, waitMs)
  const maxDueAt = isMessage ? draft.at + MAX_DEBOUNCE_MS : dueAt
  const purpose = 'reply'
  return draft.moveTo({ type: 'awaitingLlm', turn, purpose, reason, timerId, dueAt, maxDueAt })
}

/** Requests a summary or, after one, the reply again. */
export function awaitCompact(draft: Draft, turn: Turn, purpose: Purpose): Moved {
  const timerId = draft.newTimerId()
  const dueAt = draft.startTimer(timerId, 0)
  const reason = 'compact'
  return draft.moveTo({
    type: 'awaitingLlm',
    turn,
    purpose,
    reason,
    timerId,
    dueAt,
    maxDueAt: dueAt,
  })
}

/** Restarts the wait, up to its maximum, for a message that belongs to the one before it. */
export function restartWait(draft: Draft, context: Context, state: StateOf<'awaitingLlm'>): Moved {
  draft.start({ type: 'stopTimer', timerId: state.timerId })
  const left = Math.max(0, state.maxDueAt - draft.at)
  const timerId = draft.newTimerId()
  const dueAt = draft.startTimer(timerId, Math.min(debounceOf(context), left))
  return draft.moveTo({ ...state, timerId, dueAt })
}

function debounceOf({ busyPolicy, debounceMs }: Context): number {
  return busyPolicy === 'interrupt' ? Math.min(debounceMs, MAX_DEBOUNCE_MS) : 0
}

/**
 * How much later the machine's own timers fire than the deadlines of the work, in ms: they end work that does not end
 * itself.
 */
export const TIMER_SLACK_MS = 5_000

/** Rule 14: sends the request whose timer fired. A used-up budget ends the turn instead, visibly. */
export function sendDue(
  draft: Draft,
  context: Context,
  { turn, ...request }: Pick<StateOf<'llmRequesting'>, 'turn' | 'purpose' | 'attempt'>,
  { overBudget }: EventOf<'timerFired'>,
): Moved {
  return overBudget === undefined
    ? sendRequest(draft, context, turn, request)
    : stopAtBudget(draft, context, turn, overBudget)
}

/** Sends one request, or ends the turn if it has used up its limits. */
export function sendRequest(
  draft: Draft,
  context: Context,
  turn: Turn,
  { purpose, attempt }: Pick<StateOf<'llmRequesting'>, 'purpose' | 'attempt'>,
): Moved {
  const limit = limitOnRequest(context.caps, turn)
  if (limit !== null) return stopAtLimit(draft, context, turn, limit)
  const withTools = purpose === 'reply' ? !isUsedUp(context, turn) : mayEndHistory(turn)
  const requestId = draft.newWorkId()
  const timerId = draft.newTimerId()
  const provider = providerOf(turn)
  const { focus, goal, settings, throughSeq } = turn
  const request = { purpose, goal, throughSeq, focus, provider, withTools, settings }
  draft.start({ type: 'requestModel', requestId, ...request })
  const deadline = draft.startTimer(timerId, provider.timeouts.requestMs + TIMER_SLACK_MS)
  return draft.moveTo({
    type: 'llmRequesting',
    turn: { ...turn, requests: turn.requests + 1 },
    purpose,
    attempt,
    phase: { type: 'connecting', requestId, withTools, timerId, deadline, since: draft.at },
  })
}

/** True if a sub-agent's next request is its last: without tools, its text is the result. */
function isUsedUp({ role, caps }: Context, { toolCalls, requests }: Turn): boolean {
  if (role.type === 'root') return false
  return requests >= caps.requestsPerChild || toolCalls >= caps.toolCallsPerTurn
}

/**
 * True if a summary may be requested after the whole history, as its next message (docs/decisions/042). Not if a
 * summary was just tried in vain, or if the model refuses the history or cannot read it.
 */
function mayEndHistory({ compactionFailures, mending, unfinished }: Turn): boolean {
  return compactionFailures <= 1 && mending === null && unfinished?.cause !== 'contextExhausted'
}

export function providerOf(turn: Turn): Provider {
  const { primary, fallback } = turn.settings
  return turn.provider === 'fallback' && fallback !== null ? fallback : primary
}

/** Returns the provider to use if the first one does not answer (rule 5); null if there is none or it is already in use. */
export function fallbackOf({ provider, settings }: Turn): Provider | null {
  return provider === 'primary' ? settings.fallback : null
}

/** Adds text so a history that ends with the agent can continue. */
export function addContinue(draft: Draft): void {
  addPhoenixMessage(draft, 'Continue.')
}

/** Adds a message from Phoenix in place of a person's. */
export function addPhoenixMessage(draft: Draft, text: string): void {
  draft.addMessage({ type: 'user', text, attachments: [], author: 'phoenix' })
}
