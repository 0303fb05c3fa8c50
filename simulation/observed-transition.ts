import type { ConversationState } from '../src/shared/conversation/conversation-state.ts'
import type { Context } from '../src/main/core/machine/context.ts'
import type { ConversationEvent } from '../src/main/core/machine/event.ts'
import type { Step } from '../src/main/core/machine/step.ts'
import { transition as decide } from '../src/main/core/transition.ts'

export type TransitionObserver = (
  state: ConversationState,
  context: Context,
  event: ConversationEvent,
  step: Step,
) => void

let observer: TransitionObserver | null = null

/** Sets the observer, which sees every decision of the machine, including refusals, which are not stored. */
export function observeTransitions(next: TransitionObserver | null): void {
  observer = next
}

/** Replaces src/main/core/transition.ts in the simulated runtime (placeholders.ts). */
export function transition(
  state: ConversationState,
  context: Context,
  event: ConversationEvent,
): Step {
  const step = decide(state, context, event)
  observer?.(state, context, event, step)
  return step
}
