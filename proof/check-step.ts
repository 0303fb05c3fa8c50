import { awaitedBy } from '../src/main/core/turn/awaited.ts'
import { liveAfter } from './live.ts'
import { parseState, type Situation } from './node.ts'
import { runStatusOf } from './run-status.ts'
import type { Step } from '../src/main/core/machine/step.ts'
import type { Context } from '../src/main/core/machine/context.ts'
import type { ConversationState } from '../src/shared/conversation/conversation-state.ts'
import type { ConversationEvent } from '../src/main/core/machine/event.ts'
import type { Trial } from './trials.ts'

export type Transition = (
  state: ConversationState,
  context: Context,
  event: ConversationEvent,
) => Step

/** The outcome of a trial. `broken`: the first promise that its step breaks, as a sentence; null: none. */
export interface TrialResult {
  readonly step: Step | null
  readonly after: Situation
  readonly broken: string | null
}

/** Takes one step. Checks totality: if it throws, there is no step. */
export function tryStep(transition: Transition, situation: Situation, trial: Trial): TrialResult {
  const { event, variant } = trial
  try {
    const step = transition(situation.state, situation.variant.context, event)
    const isMoved = step.type === 'moved'
    const live = liveAfter(situation.live, event, isMoved ? step.effects : [])
    // A refused event changes nothing, not even the context.
    const after = isMoved ? { variant, state: step.state, live } : { ...situation, live }
    return { step, after, broken: brokenBy(situation, event, step, after) }
  } catch (fault) {
    return { step: null, after: situation, broken: `it throws: ${String(fault)}` }
  }
}

const REFUSALS: readonly string[] = [
  'busy',
  'cancelling',
  'contextFull',
  'ended',
  'folderGone',
  'nothingToDo',
  'stale',
]

function brokenBy(
  before: Situation,
  event: ConversationEvent,
  step: Step,
  after: Situation,
): string | null {
  if (step.type === 'refused') {
    if (!REFUSALS.includes(step.reason)) return `refused without a known reason: ${step.reason}`
    // A refusal at the start of a new life does not reach a runtime with live work.
    return after.live === before.live || event.type === 'recovered' ? null : brokenAt(after)
  }
  if (event.type === 'sessionOpened') {
    return step.state === before.state ? null : 'opening a session changes the state'
  }
  return brokenAt(after)
}

/** Returns what is wrong with a situation, regardless of how it was reached. */
function brokenAt(situation: Situation): string | null {
  const { state, live } = situation
  const { works, timers } = awaitedBy(state)
  const awaited: readonly string[] = [...works, ...timers]
  const dead = awaited.find((id) => live.every((each) => each.id !== id))
  if (dead !== undefined) return `${state.type} waits for ${dead}, which does not live`
  const loose = live.find((each) => !each.isStopped && !awaited.includes(each.id))
  if (loose !== undefined)
    return `${state.type} leaves a ${loose.kind} alive that nobody waits for or has stopped`
  const isBounded = runStatusOf(state) !== 'busy' || timers.length > 0
  return isBounded ? null : `${state.type} is busy and has no timer`
}

/** Null if the schema accepts the state; otherwise its message. */
export function invalidity(state: ConversationState): string | null {
  try {
    parseState(state)
    return null
  } catch (fault) {
    return `not a valid state: ${String(fault).replaceAll(/\s+/g, ' ')}`
  }
}
