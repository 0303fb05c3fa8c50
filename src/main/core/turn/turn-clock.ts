import {
  type ConversationState,
  isAsking,
  keepsTrying,
  turnOf,
} from '../../../shared/conversation/conversation-state.ts'
import { durationInWords } from '../../../shared/duration-in-words.ts'
import type { TimerId } from '../../../shared/ids.ts'
import type { Turn, TurnClock } from '../../../shared/conversation/turn.ts'
import type { Context } from '../machine/context.ts'
import type { Effect } from '../machine/effect.ts'
import type { ConversationEvent, EventOf } from '../machine/event.ts'
import type { Halt } from './halt.ts'
import { type Draft, type Moved, refused, type Step } from '../machine/step.ts'
import { unfinishedAfter } from './turn-end.ts'

const MINUTE_MS = 60_000
/** The maximum time that a turn at its limit continues while it waits for a person's answer. */
const MAX_GRACE_MS = 10 * MINUTE_MS
/** The minimum time left when a person is asked: a call must not end right after they allow it. */
const LEAST_LEFT_MS = MINUTE_MS

/** Returns `step` with the clock updated (docs/decisions/029). Only this function starts and stops the clock of a turn. */
export function keepTime(
  before: ConversationState,
  context: Context,
  event: ConversationEvent,
  step: Step,
): Step {
  if (step.type === 'refused') return step
  const turn = turnOf(step.state)
  const clock = turn === null ? null : clockAfter(before, context, event, { ...step, turn })
  const effects = timerEffects(clockTimerOf(before), event, clock)
  const state = clock === turn?.clock || clock === null ? step.state : withClock(step.state, clock)
  if (state === step.state && effects.length === 0) return step
  return { ...step, state, effects: [...step.effects, ...effects] }
}

function clockAfter(
  before: ConversationState,
  context: Context,
  event: ConversationEvent,
  { state, turn }: Pick<Moved, 'state'> & { readonly turn: Turn },
): TurnClock | null {
  const clock = turnOf(before)?.id === turn.id ? turn.clock : newClock(context)
  if (clock === null) return null
  if (isAsking(state)) return stopped(clock, context, event, LEAST_LEFT_MS)
  return keepsTrying(state) ? stopped(clock, context, event, 1) : running(clock, event)
}

/** Null for old contexts, which have no limit. */
function newClock(context: Context): TurnClock | null {
  const limitMs = context.caps.minutesPerTurn * MINUTE_MS
  if (!(limitMs > 0)) return null
  const clock = { limitMs, extensions: 0, stage: 'limit' } as const
  return { ...clock, time: { type: 'standing', leftMs: spanOf(context, clock) } }
}

/** Returns the length of a stage. A sub-agent asks nobody. */
function spanOf(
  { role }: Context,
  { limitMs, stage }: Pick<TurnClock, 'limitMs' | 'stage'>,
): number {
  const graceMs = Math.min(limitMs, MAX_GRACE_MS)
  if (role.type === 'child') return limitMs + graceMs
  return stage === 'limit' ? limitMs : graceMs
}

function running(clock: TurnClock, { id, at }: ConversationEvent): TurnClock {
  const { time } = clock
  if (time.type === 'running') return clock
  const timerId = clockTimerIdOf(id)
  return { ...clock, time: { type: 'running', timerId, dueAt: at + time.leftMs } }
}

/** Uses a separate form, so the ids in logs from before there were clocks stay the same. */
function clockTimerIdOf(eventId: ConversationEvent['id']): TimerId {
  return `${eventId}.clock` as TimerId
}

function stopped(
  clock: TurnClock,
  context: Context,
  { at }: ConversationEvent,
  leastMs: number,
): TurnClock {
  const { time } = clock
  if (time.type === 'standing') return clock
  // Limited to the full span: logs of earlier versions do not say that a clock was set back.
  const leftMs = Math.min(spanOf(context, clock), Math.max(leastMs, time.dueAt - at))
  return { ...clock, time: { type: 'standing', leftMs } }
}

/** Stops the timer from before the step if it is no longer needed, unless it has fired or ended with the app. */
function timerEffects(
  before: TimerId | null,
  event: ConversationEvent,
  clock: TurnClock | null,
): readonly Effect[] {
  const time = clock?.time.type === 'running' ? clock.time : null
  if (before === (time?.timerId ?? null)) return []
  const isOver =
    event.type === 'recovered' || (event.type === 'timerFired' && event.timerId === before)
  const stops: readonly Effect[] =
    before === null || isOver ? [] : [{ type: 'stopTimer', timerId: before }]
  if (time === null) return stops
  const { timerId, dueAt } = time
  return [...stops, { type: 'startTimer', timerId, afterMs: dueAt - event.at }]
}

/** Returns the timer of the turn's clock; null if no turn runs or its clock is paused. */
export function clockTimerOf(state: ConversationState): TimerId | null {
  const time = turnOf(state)?.clock?.time
  return time?.type === 'running' ? time.timerId : null
}

/**
 * Handles a timer that is not one of the state's own. At the limit a person is asked while the turn continues; after
 * the grace period, and at the limit of a sub-agent, `end` halts the turn.
 */
export function clockFired(
  draft: Draft,
  context: Context,
  state: ConversationState,
  event: EventOf<'timerFired'>,
  end: (halt: Halt) => Step,
): Step {
  const turn = turnOf(state)
  const clock = turn?.clock ?? null
  if (turn === null || clock === null || clockTimerOf(state) !== event.timerId) {
    return refused('stale')
  }
  if (context.role.type === 'child' || clock.stage === 'grace') {
    return end(byTime(context, turn, clock))
  }
  return draft.moveTo(withClock(state, restarted(context, { ...clock, stage: 'grace' })))
}

/** Gives the turn its whole time again, from now. */
export function extendTurn(
  draft: Draft,
  context: Context,
  state: ConversationState,
  { turnId }: EventOf<'turnExtended'>,
): Step {
  const turn = turnOf(state)
  if (turn?.id !== turnId) return refused('stale')
  const { clock } = turn
  if (clock?.stage !== 'grace') return refused('nothingToDo')
  const extensions = clock.extensions + 1
  return draft.moveTo(
    withClock(state, restarted(context, { ...clock, stage: 'limit', extensions })),
  )
}

/** Returns a clock with the whole time of its stage; `keepTime` starts it. */
function restarted(context: Context, clock: TurnClock): TurnClock {
  return { ...clock, time: { type: 'standing', leftMs: spanOf(context, clock) } }
}

function byTime(context: Context, turn: Turn, clock: TurnClock): Halt {
  const isLeft = context.role.type === 'root' && unfinishedAfter(turn, 'limit') !== null
  return {
    reason: 'timeLimit',
    cause: 'limit',
    stop: 'timeout',
    resultText: 'Cancelled: this turn reached its time limit',
    notice: context.role.type === 'root' ? wordsOfEnd(clock, isLeft) : null,
  }
}

function wordsOfEnd({ limitMs, extensions }: TurnClock, isLeft: boolean): string {
  const worked = durationInWords(limitMs * (extensions + 1))
  const next = isLeft ? ' Press Continue to go on from here.' : ''
  return `Stopped: this turn had worked for ${worked}, and nobody chose to continue it.${next} You can change this limit in Settings, under Limits.`
}

function withClock(state: ConversationState, clock: TurnClock): ConversationState {
  if ('turn' in state) return { ...state, turn: { ...state.turn, clock } }
  if (state.type !== 'cancelling' || state.then.type === 'rest') return state
  return { ...state, then: { ...state.then, turn: { ...state.then.turn, clock } } }
}
