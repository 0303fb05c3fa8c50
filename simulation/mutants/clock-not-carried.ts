import { type ConversationState, turnOf } from '../../src/shared/conversation/conversation-state.ts'
import type { Context } from '../../src/main/core/machine/context.ts'
import type { ConversationEvent } from '../../src/main/core/machine/event.ts'
import type { Step } from '../../src/main/core/machine/step.ts'
import { keepTime as keepTimeWell } from '../../src/main/core/turn/turn-clock.ts'

export { clockFired, clockTimerOf, extendTurn } from '../../src/main/core/turn/turn-clock.ts'

/** PLANTED BUG: the time used is not carried from state to state: each step starts with the whole limit. */
export function keepTime(
  before: ConversationState,
  context: Context,
  event: ConversationEvent,
  step: Step,
): Step {
  const isSame = step.type === 'refused' || step.state === before
  return keepTimeWell(before, context, event, isSame ? step : begunAgain(step))
}

function begunAgain(step: Extract<Step, { type: 'moved' }>): Step {
  const { state } = step
  const clock = turnOf(state)?.clock ?? null
  if (clock === null || !('turn' in state)) return step
  const time = { type: 'standing', leftMs: clock.limitMs } as const
  const turn = { ...state.turn, clock: { ...clock, stage: 'limit' as const, time } }
  return { ...step, state: { ...state, turn } }
}
