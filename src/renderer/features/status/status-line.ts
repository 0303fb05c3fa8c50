import { assertNever } from '../../../shared/assert-never.ts'
import { type ConversationState, MAX_ATTEMPTS, type StateOf } from '../../../shared/conversation-state.ts'
import { type Turn } from '../../../shared/turn.ts'
import { formatDuration, formatLeft } from '../time.ts'
import { nameOfModel, whatOfCall, wordsOfError } from '../words.ts'

const MAX_WHAT = 48

/** What happens now, and on a second look: the state's name, its deadline and what moves it on. */
export interface StatusLine {
  readonly text: string
  readonly state: string
  /** ms since 1970, or null where nothing is due. */
  readonly deadline: number | null
  readonly next: string
}

/** Total: no state can lack a line (R30). `now` is the host's time in ms. */
export function statusLine(state: ConversationState, now: number): StatusLine {
  switch (state.type) {
    case 'idle':
      return idleLine(state)
    case 'awaitingLlm':
      return {
        text: `About to ask ${modelOf(state.turn)}`,
        state: 'awaitingLlm',
        deadline: state.dueAt,
        next: 'The request goes out at once.',
      }
    case 'llmRequesting':
      return requestLine(state, now)
    case 'toolExecuting':
      return toolLine(state, now)
    case 'cancelling':
      return cancellingLine(state)
    case 'error':
      return {
        text: `Stopped: ${wordsOfError(state.kind)}`,
        state: 'error',
        deadline: state.retryAt,
        next: 'A message, or Retry, starts a new turn.',
      }
    default:
      return assertNever(state)
  }
}

/** Whether the line changes as time passes. */
export function hasRunningTime(state: ConversationState): boolean {
  return state.type === 'llmRequesting' || state.type === 'toolExecuting'
}

function modelOf(turn: Turn): string {
  const { primary, fallback } = turn.settings
  return nameOfModel((turn.provider === 'fallback' ? fallback : null)?.model ?? primary.model)
}

function idleLine(state: StateOf<'idle'>): StatusLine {
  const next =
    state.unfinished === null
      ? 'A message starts a turn.'
      : 'A message starts a turn; Continue takes up the one that was left.'
  return { text: 'Idle', state: 'idle', deadline: null, next }
}

function requestLine(state: StateOf<'llmRequesting'>, now: number): StatusLine {
  const { phase, attempt, turn } = state
  const model = modelOf(turn)
  switch (phase.type) {
    case 'connecting':
      return {
        text: `Waiting for ${model}, first byte, ${formatDuration(now - phase.since)}`,
        state: `llmRequesting, connecting, attempt ${attempt} of ${MAX_ATTEMPTS}`,
        deadline: phase.deadline,
        next: 'The first byte of the answer, a failure, or the deadline.',
      }
    case 'streaming':
      return {
        text: `${capitalise(model)} is answering, ${formatDuration(now - phase.since)}`,
        state: `llmRequesting, streaming, attempt ${attempt} of ${MAX_ATTEMPTS}`,
        deadline: phase.deadline,
        next: 'The end of the answer, a failure, or the deadline.',
      }
    case 'backoff':
      return {
        text: `Retry ${attempt} of ${MAX_ATTEMPTS} in ${formatLeft(phase.retryAt - now)}: ${wordsOfError(phase.error.kind)}`,
        state: 'llmRequesting, backoff',
        deadline: phase.retryAt,
        next: `The request is sent again. ${phase.error.message}`,
      }
    default:
      return assertNever(phase)
  }
}

function toolLine(state: StateOf<'toolExecuting'>, now: number): StatusLine {
  const { call, startedAt, deadline } = state.current
  const waiting = state.round.remaining.length
  const what = shortened(whatOfCall(call.input))
  const rest = waiting === 0 ? '' : ` ${waiting} more wait behind it.`
  return {
    text: `${call.name}${what === '' ? '' : `: ${what}`}, ${formatDuration(now - startedAt)}`,
    state: 'toolExecuting',
    deadline,
    next: `The end of the call, or its deadline.${rest}`,
  }
}

/** The time behind it must stay in sight in a narrow window. */
function shortened(what: string): string {
  return what.length <= MAX_WHAT ? what : `${what.slice(0, MAX_WHAT - 1).trimEnd()}…`
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
