import { assertNever } from '../../../shared/assert-never.ts'
import {
  type ConversationState,
  MAX_ATTEMPTS,
  type StateOf,
  askedCalls,
} from '../../../shared/conversation-state.ts'
import type { SubAgent } from '../../../shared/sub-agent.ts'
import type { CallInput } from '../../../shared/content.ts'
import { durationInWords } from '../../../shared/duration-in-words.ts'
import type { LiveSilence } from '../../../shared/conversation.ts'
import type { Turn } from '../../../shared/turn.ts'
import { questionOf } from '../../../shared/user-question.ts'
import { firstUnits, visibleText } from '../../../shared/visible-text.ts'
import { formatDuration, formatLeft } from '../time.ts'
import { nameOfModel, whatOfCall, wordsOfError, wordsOfSubAgent } from '../words.ts'

const MAX_WHAT = 48

/** What happens now, and on a second look: the state's name, its deadline and what moves it on. */
export interface StatusLine {
  readonly text: string
  readonly state: string
  /** ms since 1970, or null where nothing is due. */
  readonly deadline: number | null
  readonly next: string
}

/**
 * Total: no state can lack a line (R30). `now` is the host's time in ms, `model` the one that is asked next, `silence` what
 * was told of a request, this one or another.
 */
export function statusLine(
  state: ConversationState,
  now: number,
  model: string,
  silence: LiveSilence | null = null,
): StatusLine {
  switch (state.type) {
    case 'idle':
      return idleLine(state)
    case 'awaitingLlm':
      return {
        text:
          state.purpose === 'compaction'
            ? 'About to summarise the conversation'
            : `About to ask ${modelOf(state.turn)}`,
        state: 'awaitingLlm',
        deadline: state.dueAt,
        next: 'The request goes out at once.',
      }
    case 'llmRequesting':
      return requestLine(state, now, silence)
    case 'awaitingApproval':
      return approvalLine(state)
    case 'awaitingAnswer':
      return questionLine(state)
    case 'toolExecuting':
      return toolLine(state, now)
    case 'awaitingSubAgents':
      return subAgentsLine(state, now)
    case 'cancelling':
      return cancellingLine(state)
    case 'contextExhausted':
      return {
        text: `The conversation is too long for ${nameOfModel(model)}`,
        state: 'contextExhausted',
        deadline: null,
        next: 'Compact, or a model that can read more, lets it go on.',
      }
    case 'error':
      return {
        text: `Stopped: ${wordsOfError(state.kind)}`,
        state: 'error',
        deadline: state.retryAt,
        next: 'A message, or Retry, starts a new turn.',
      }
    case 'completed':
      return ended('Done', 'completed', 'Nothing: the sub-agent has handed in its result.')
    case 'failed':
      return ended(wordsOfSubAgent(state.reason), 'failed', nextAfter(state))
    default:
      return assertNever(state)
  }
}

/** Whether the line changes as time passes. */
export function hasRunningTime(state: ConversationState): boolean {
  return (
    state.type === 'llmRequesting' ||
    state.type === 'toolExecuting' ||
    state.type === 'awaitingSubAgents'
  )
}

function nextAfter({ message, reason }: StateOf<'failed'>): string {
  return reason === 'unsuccessful'
    ? 'Nothing: the sub-agent has handed in why the task is not done.'
    : `Nothing. ${message}`
}

function ended(text: string, state: string, next: string): StatusLine {
  return { text, state, deadline: null, next }
}

function modelOf(turn: Turn): string {
  const { primary, fallback } = turn.settings
  return nameOfModel((turn.provider === 'fallback' ? fallback : null)?.model ?? primary.model)
}

/** `instead of claude-sonnet-5-5`, where the turn has gone on with another model. */
function insteadOf({ provider, settings }: Turn): string {
  return provider === 'fallback' && settings.fallback !== null
    ? ` instead of ${nameOfModel(settings.primary.model)}`
    : ''
}

function idleLine(state: StateOf<'idle'>): StatusLine {
  const next =
    state.unfinished === null
      ? 'A message starts a turn.'
      : 'A message starts a turn; Continue takes up the one that was left.'
  return { text: 'Idle', state: 'idle', deadline: null, next }
}

function requestLine(
  state: StateOf<'llmRequesting'>,
  now: number,
  silence: LiveSilence | null,
): StatusLine {
  const { phase, attempt, turn, purpose } = state
  if (phase.type !== 'backoff' && silence?.requestId === phase.requestId)
    return silenceLine(state, silence, now)
  const name = `llmRequesting, ${phase.type}${purpose === 'compaction' ? ', compaction' : ''}`
  switch (phase.type) {
    case 'connecting':
      return {
        text:
          purpose === 'compaction'
            ? summarising(now - phase.since)
            : `Waiting for ${modelOf(turn)}${insteadOf(turn)}, first byte, ${formatDuration(now - phase.since)}`,
        state: `${name}, ${counted(attempt)}`,
        deadline: phase.deadline,
        next: 'The first byte of the answer, a failure, or the deadline.',
      }
    case 'streaming':
      return {
        text:
          purpose === 'compaction'
            ? summarising(now - phase.since)
            : `${capitalise(modelOf(turn))} is answering${insteadOf(turn)}, ${formatDuration(now - phase.since)}`,
        state: `${name}, ${counted(attempt)}`,
        deadline: phase.deadline,
        next: 'The end of the answer, a failure, or the deadline.',
      }
    case 'backoff': {
      const { error, patienceMs, retryAt } = phase
      const when = `in ${formatLeft(retryAt - now)}: ${wordsOfError(error.kind)}`
      const goesOn = patienceMs === null ? '' : `${keptTrying(patienceMs)} `
      return {
        text:
          patienceMs === null
            ? `Retry ${attempt} of ${MAX_ATTEMPTS} ${when}`
            : `Keeps trying, attempt ${attempt} ${when}`,
        state: name,
        deadline: retryAt,
        next: `The request is sent again. ${goesOn}${error.message}`,
      }
    }
    default:
      return assertNever(phase)
  }
}

function counted(attempt: number): string {
  return attempt > MAX_ATTEMPTS ? `attempt ${attempt}` : `attempt ${attempt} of ${MAX_ATTEMPTS}`
}

function keptTrying(patienceMs: number): string {
  return patienceMs === 0
    ? 'It is the last attempt.'
    : `Should it fail, the next ones may wait for ${durationInWords(patienceMs)} in all.`
}

/** R2: the countdown to the end of a silence, and what comes then. */
function silenceLine(
  { attempt, phase, turn }: StateOf<'llmRequesting'>,
  { since, until }: LiveSilence,
  now: number,
): StatusLine {
  return {
    text: `Nothing from ${modelOf(turn)} for ${formatDuration(now - since)}, ${afterSilence(attempt, turn)} in ${formatLeft(until - now)}`,
    state: `llmRequesting, ${phase.type}, ${counted(attempt)}`,
    deadline: until,
    next: 'The next byte of the answer, or the deadline of the silence.',
  }
}

function afterSilence(attempt: number, { provider, settings }: Turn): string {
  if (attempt < MAX_ATTEMPTS) return 'trying again'
  return provider === 'primary' && settings.fallback !== null
    ? `asking ${nameOfModel(settings.fallback.model)}`
    : 'giving up'
}

function summarising(ms: number): string {
  return `Summarising the conversation, ${formatDuration(ms)}`
}

function approvalLine(state: StateOf<'awaitingApproval'>): StatusLine {
  const [first, ...others] = askedCalls(state)
  const what = first === undefined ? '' : `: ${shortCall(first)}`
  return {
    text: `Needs your approval${what}${more(others.length)}`,
    state: 'awaitingApproval',
    deadline: null,
    next: 'Your answer. Nothing runs before it, and no time limit gives it.',
  }
}

function questionLine({ current, round }: StateOf<'awaitingAnswer'>): StatusLine {
  const asked = firstLine(questionOf(current.call.input)?.question ?? '')
  return {
    text: `Needs your answer: ${shortened(asked)}`,
    state: 'awaitingAnswer',
    deadline: null,
    next: `Your answer. Nothing runs before it, and no time limit gives it.${waitingBehind(round.remaining.length)}`,
  }
}

function more(count: number): string {
  return count === 0 ? '' : ` and ${count} more`
}

function toolLine(state: StateOf<'toolExecuting'>, now: number): StatusLine {
  const { call, startedAt, deadline } = state.current
  return {
    text: `${shortCall(call)}, ${formatDuration(now - startedAt)}`,
    state: 'toolExecuting',
    deadline,
    next: `The end of the call, or its deadline.${waitingBehind(state.round.remaining.length)}`,
  }
}

function waitingBehind(count: number): string {
  return count === 0 ? '' : ` ${count} more wait behind it.`
}

function shortCall(call: { readonly name: string; readonly input: CallInput }): string {
  const what = shortened(whatOfCall(call.input, call.name))
  return what === '' ? call.name : `${call.name}: ${what}`
}

function subAgentsLine(state: StateOf<'awaitingSubAgents'>, now: number): StatusLine {
  const { children, current, round } = state
  const asking = children.filter(({ phase }) => phase.type === 'asking')
  const [asker] = asking
  const done = children.filter(({ phase }) => phase.type === 'ended').length
  const time = formatDuration(now - current.startedAt)
  const count = children.length === 1 ? '1 sub-agent' : `${children.length} sub-agents`
  return {
    text:
      asker === undefined
        ? `${count}, ${done} done, ${time}`
        : `Needs your approval: sub-agent: ${shortened(firstLine(asker.task))}${more(asking.length - 1)}, ${time}`,
    state: `awaitingSubAgents, ${count}, ${done} done${asking.length > 0 ? `, ${asking.length} asking` : ''}`,
    deadline: nextDeadline(children),
    next: `${asking.length > 0 ? 'Your answer, or the' : 'The'} end of each sub-agent, or its deadline.${waitingBehind(round.remaining.length)}`,
  }
}

function nextDeadline(children: readonly SubAgent[]): number | null {
  const due = children.flatMap(({ phase }) => (phase.type === 'working' ? [phase.deadline] : []))
  return due.length === 0 ? null : Math.min(...due)
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}

/** The time behind it must stay in sight in a narrow window. */
function shortened(what: string): string {
  const shown = visibleText(what)
  return shown.length <= MAX_WHAT ? shown : `${firstUnits(shown, MAX_WHAT - 1).trimEnd()}…`
}

function cancellingLine(state: StateOf<'cancelling'>): StatusLine {
  const what = state.waitingFor.map((work) => work.what).join(', ')
  return {
    text: what === '' ? 'Stopping' : `Stopping: ${what}`,
    state: 'cancelling',
    deadline: state.deadline,
    next: 'The end of what is still running; what outlives the deadline is named here.',
  }
}

/** `The scripted demo is answering`, but a model's own name as it is. */
function capitalise(name: string): string {
  return name.startsWith('the ') ? `T${name.slice(1)}` : name
}
