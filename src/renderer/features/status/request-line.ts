import { assertNever } from '../../../shared/assert-never.ts'
import type { LiveSilence } from '../../../shared/conversation/conversation.ts'
import { durationInWords } from '../../../shared/duration-in-words.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type {
  NextTry,
  PhaseView,
  StateViewOf,
  TurnView,
  Viewed,
} from '../../../shared/conversation/state-view.ts'
import { formatDuration, formatLeft } from '../../../client/words/time.ts'
import { wordsOfError } from '../../../client/words/words.ts'
import { nameOfModel, type OwnNames } from '../../../client/words/model-words.ts'

/** The current activity, and for the second look the state's name, its deadline and what ends it. */
export interface StatusLine {
  readonly text: string
  readonly state: string
  /** ms since 1970; null: no deadline. */
  readonly deadline: number | null
  readonly next: string
}

/** The input of the line. `model`: the one used next; `silence`: of this request, or of another. */
export interface Shown extends Viewed {
  readonly model: string
  readonly silence: LiveSilence | null
  readonly messages: readonly Message[]
  /** The person's own names for models. Absent: none. */
  readonly own?: OwnNames | null
}

type NamedTurn = Pick<Shown, 'own' | 'turn'>

/** The line during a request, or while waiting for its next attempt. */
export function requestLine(
  state: StateViewOf<'llmRequesting'>,
  shown: Shown,
  now: number,
): StatusLine {
  const { phase, purpose, attempt } = state
  const { silence, turn } = shown
  if (phase.type !== 'backoff' && silence?.requestId === phase.requestId)
    return silenceLine(state, phase, { ...shown, silence }, now)
  const name = `llmRequesting, ${phase.type}${purpose === 'compaction' ? ', compaction' : ''}`
  switch (phase.type) {
    case 'connecting':
      return {
        text:
          purpose === 'compaction'
            ? summarising(now - phase.since)
            : `Waiting for ${modelOf(shown)}${insteadOf(shown)}, first byte, ${formatDuration(now - phase.since)}`,
        state: `${name}, ${counted(state, turn)}`,
        deadline: phase.deadline,
        next: 'The first byte of the answer, a failure, or the deadline.',
      }
    case 'streaming':
      return {
        text:
          purpose === 'compaction'
            ? summarising(now - phase.since)
            : `${capitalise(modelOf(shown))} is answering${insteadOf(shown)}, ${formatDuration(now - phase.since)}`,
        state: `${name}, ${counted(state, turn)}`,
        deadline: phase.deadline,
        next: 'The end of the answer, a failure, or the deadline.',
      }
    case 'backoff': {
      const { kind, message, patienceMs, retryAt } = phase
      const when = `in ${formatLeft(retryAt - now)}: ${wordsOfError(kind)}`
      const goesOn = patienceMs === null ? '' : `${keptTrying(patienceMs)} `
      return {
        text:
          patienceMs === null
            ? `Retry ${attempt}${ofAttempts(turn)} ${when}`
            : `Keeps trying, attempt ${attempt} ${when}`,
        state: name,
        deadline: retryAt,
        next: `The request is sent again. ${goesOn}${message}`,
      }
    }
    default:
      return assertNever(phase)
  }
}

function counted({ attempt }: StateViewOf<'llmRequesting'>, turn: TurnView | null): string {
  const isCounted = turn !== null && attempt <= turn.attempts
  return isCounted ? `attempt ${attempt}${ofAttempts(turn)}` : `attempt ${attempt}`
}

function ofAttempts(turn: TurnView | null): string {
  return turn === null ? '' : ` of ${turn.attempts}`
}

function keptTrying(patienceMs: number): string {
  return patienceMs === 0
    ? 'This is the last attempt.'
    : `If it fails, the next ones may wait for ${durationInWords(patienceMs)} in total.`
}

/** R2: the countdown to the end of a silence, and what follows. */
function silenceLine(
  state: StateViewOf<'llmRequesting'>,
  { type, ifSilent }: Exclude<PhaseView, { type: 'backoff' }>,
  { silence, ...shown }: Shown & { readonly silence: LiveSilence },
  now: number,
): StatusLine {
  const { since, until } = silence
  return {
    text: `Nothing from ${modelOf(shown)} for ${formatDuration(now - since)}, ${wordsOfNext(ifSilent, shown)} in ${formatLeft(until - now)}`,
    state: `llmRequesting, ${type}, ${counted(state, shown.turn)}`,
    deadline: until,
    next: 'The next byte of the answer, or the silence deadline.',
  }
}

function wordsOfNext(next: NextTry, { own, turn }: NamedTurn): string {
  switch (next) {
    case 'again':
      return 'trying again'
    case 'fallback':
      return `asking ${nameOfModel(turn?.fallback ?? '', own)}`
    case 'none':
      return 'giving up'
    default:
      return assertNever(next)
  }
}

function summarising(ms: number): string {
  return `Summarising the conversation, ${formatDuration(ms)}`
}

/** The current model, or the next one. */
export function modelOf({ turn, model, own }: NamedTurn & Pick<Shown, 'model'>): string {
  return nameOfModel(turn?.model ?? model, own)
}

/** `instead of Claude Sonnet 5.5`, if the turn continues with another model. */
function insteadOf({ own, turn }: NamedTurn): string {
  return turn?.insteadOf == null ? '' : ` instead of ${nameOfModel(turn.insteadOf, own)}`
}

/** `The scripted demo is answering`, but a model's own name stays unchanged. */
function capitalise(name: string): string {
  return name.startsWith('the ') ? `T${name.slice(1)}` : name
}
