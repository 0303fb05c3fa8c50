import { assertNever } from '../../../shared/assert-never.ts'
import { callIn } from '../../../shared/messages/call-id.ts'
import { openQuestionIn } from '../../../shared/conversation/open-question.ts'
import { durationInWords } from '../../../shared/duration-in-words.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import {
  isAtRest,
  type StateViewOf,
  unansweredIn,
} from '../../../shared/conversation/state-view.ts'
import { firstUnits, visibleText } from '../../../shared/visible-text.ts'
import { childrenOf } from '../../../client/conversation/shown-sub-agents.ts'
import { callAtWork, callToDo } from '../../../client/words/tool-words.ts'
import { formatDuration } from '../../../client/words/time.ts'
import { countOf, whatOfCall, wordsOfError, wordsOfSubAgent } from '../../../client/words/words.ts'
import { nameOfModel } from '../../../client/words/model-words.ts'
import type { Readable } from '../../state/bridge.svelte.ts'
import type { Clock } from '../../state/clock.ts'
import { modelOf, requestLine, type Shown, type StatusLine } from './request-line.ts'

const MAX_WHAT = 48

/** Shown instead of the last known state while the host cannot be reached: the turn may have gone on, or ended. */
export const NOT_CONNECTED: StatusLine = {
  text: 'Not connected',
  state: 'Unknown while Phoenix can’t be reached',
  deadline: null,
  next: 'The current state, as soon as Phoenix can be reached again.',
}

/** Total: every state has a line (R30). `now` is the host's time in ms. */
export function statusLine(shown: Shown, now: number): StatusLine {
  const { state, model, messages } = shown
  switch (state.type) {
    case 'idle':
      return idleLine(state)
    case 'awaitingLlm':
      return {
        text:
          state.purpose === 'compaction'
            ? 'About to summarise the conversation'
            : `About to ask ${modelOf(shown)}`,
        state: 'awaitingLlm',
        deadline: state.dueAt,
        next: 'The request goes out at once.',
      }
    case 'llmRequesting':
      return requestLine(state, shown, now)
    case 'awaitingApproval':
      return approvalLine(state, messages)
    case 'awaitingAnswer':
      return questionLine(state, messages, now)
    case 'toolExecuting':
      return toolLine(state, messages, now)
    case 'awaitingSubAgents':
      return subAgentsLine(state, messages, now)
    case 'cancelling':
      return cancellingLine(state)
    case 'contextExhausted':
      return {
        text: `The conversation is too long for ${nameOfModel(model, shown.own)}`,
        state: 'contextExhausted',
        deadline: null,
        next: 'Compact it, or switch to a model with a larger context.',
      }
    case 'error':
      return {
        text: `Stopped: ${wordsOfError(state.kind)}`,
        state: 'error',
        deadline: state.retryAt,
        next: 'A message, or Retry, starts a new turn.',
      }
    case 'completed':
      return ended('Done', 'completed', 'Nothing: the sub-agent has submitted its result.')
    case 'failed':
      return ended(wordsOfSubAgent(state.reason), 'failed', nextAfter(state))
    default:
      return assertNever(state)
  }
}

/**
 * The time to show the line at. `time` is only read, and so kept running, while the line counts: up, or down to a
 * deadline, which at rest can pass.
 */
export function timeOfLine(
  shown: Shown,
  clock: Pick<Clock, 'now'>,
  time: Readable<number>,
): number {
  const now = clock.now()
  const { deadline } = statusLine(shown, now)
  const counts = isAtRest(shown.state)
    ? deadline !== null && deadline > now
    : deadline !== null || shown.state.type === 'awaitingSubAgents'
  return counts ? time.current : now
}

function nextAfter({ message, reason }: StateViewOf<'failed'>): string {
  return reason === 'unsuccessful'
    ? 'Nothing: the sub-agent has reported why the task is not done.'
    : `Nothing. ${message}`
}

function ended(text: string, state: string, next: string): StatusLine {
  return { text, state, deadline: null, next }
}

function idleLine(state: StateViewOf<'idle'>): StatusLine {
  const next =
    state.unfinished === null
      ? 'A message starts a turn.'
      : 'A message starts a turn; Continue resumes the unfinished one.'
  return { text: 'Idle', state: 'idle', deadline: null, next }
}

function approvalLine(
  state: StateViewOf<'awaitingApproval'>,
  messages: readonly Message[],
): StatusLine {
  const [first, ...others] = unansweredIn(state)
  const what = first === undefined ? '' : `: ${shortCall(first.callId, messages, callToDo)}`
  return {
    text: `Needs your approval${what}${more(others.length)}`,
    state: 'awaitingApproval',
    deadline: null,
    next: 'Your answer. Nothing runs until then, and there is no time limit.',
  }
}

function questionLine(
  state: StateViewOf<'awaitingAnswer'>,
  messages: readonly Message[],
  now: number,
): StatusLine {
  const open = openQuestionIn(state, messages)
  const deadline = open?.deadline ?? null
  const waits =
    deadline === null
      ? 'Nothing runs until then, and there is no time limit.'
      : `The call waits for it ${durationInWords(Math.max(0, deadline - now))} at most, then continues without it.`
  return {
    text: `Needs your answer: ${shortened(firstLine(open?.question.question ?? ''))}`,
    state: 'awaitingAnswer',
    deadline,
    next: `Your answer. ${waits}${waitingBehind(state.behind)}`,
  }
}

function more(count: number): string {
  return count === 0 ? '' : ` and ${count} more`
}

function toolLine(
  { behind, callId, deadline, editedTo, startedAt }: StateViewOf<'toolExecuting'>,
  messages: readonly Message[],
  now: number,
): StatusLine {
  return {
    text: `${shortCall(callId, messages, callAtWork, editedTo)}, ${formatDuration(now - startedAt)}`,
    state: 'toolExecuting',
    deadline,
    next: `The end of the call, or its deadline.${waitingBehind(behind)}`,
  }
}

function waitingBehind(count: number): string {
  return count === 0 ? '' : ` ${countOf(count, 'more is', 'more are')} waiting behind it.`
}

function shortCall(
  callId: CallId,
  messages: readonly Message[],
  inWords: (name: string, what: string) => string,
  editedTo?: string,
): string {
  const call = callIn(messages, callId)
  if (call !== null && editedTo !== undefined)
    return inWords(call.name, shortened(firstLine(editedTo)))
  return call === null ? 'A call' : inWords(call.name, shortened(whatOfCall(call.input, call.name)))
}

function subAgentsLine(
  state: StateViewOf<'awaitingSubAgents'>,
  messages: readonly Message[],
  now: number,
): StatusLine {
  const { behind, startedAt } = state
  const children = childrenOf(state, messages)
  const asking = children.filter(({ phase }) => phase.type === 'asking')
  const [asker] = asking
  const done = children.filter(({ phase }) => phase.type === 'ended').length
  const due = children.flatMap(({ phase }) => (phase.type === 'working' ? [phase.deadline] : []))
  const time = formatDuration(now - startedAt)
  const count = countOf(children.length, 'sub-agent', 'sub-agents')
  return {
    text:
      asker === undefined
        ? `${count}, ${done} done, ${time}`
        : `Needs your approval: sub-agent: ${shortened(firstLine(asker.task))}${more(asking.length - 1)}, ${time}`,
    state: `awaitingSubAgents, ${count}, ${done} done${asking.length > 0 ? `, ${asking.length} asking` : ''}`,
    deadline: due.length === 0 ? null : Math.min(...due),
    next: `${asking.length > 0 ? 'Your answer, or the' : 'The'} end of each sub-agent, or its deadline.${waitingBehind(behind)}`,
  }
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}

/** Shortened, because the time after it must stay visible in a narrow window. */
function shortened(what: string): string {
  const shown = visibleText(what)
  return shown.length <= MAX_WHAT ? shown : `${firstUnits(shown, MAX_WHAT - 1).trimEnd()}…`
}

function cancellingLine(state: StateViewOf<'cancelling'>): StatusLine {
  const what = state.what.join(', ')
  return {
    text: what === '' ? 'Stopping' : `Stopping: ${what}`,
    state: 'cancelling',
    deadline: state.deadline,
    next: 'The end of what is still running; anything that outlives the deadline is listed here.',
  }
}
