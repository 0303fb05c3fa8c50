import type { Context } from '../machine/context.ts'
import { replaceTurn } from './close-turn.ts'
import type { EventOf } from '../machine/event.ts'
import type { Running } from '../turn/halt.ts'
import { type Draft, refused, type Step, unlessFolderGone } from '../machine/step.ts'

/**
 * True if a message ends the running turn (rule 1): because it says so, or because of the policy. A message never ends
 * a sub-agent's turn.
 */
export function interrupts(context: Context, { mode }: EventOf<'userMessage'>): boolean {
  if (context.role.type === 'child') return false
  return mode === 'interrupt' || (mode === 'policy' && context.busyPolicy === 'interrupt')
}

/** REQ-BED-002: refuses a message while the agent works, or ends the turn and starts the next. */
export function messageWhileBusy(
  draft: Draft,
  context: Context,
  state: Running,
  event: EventOf<'userMessage'>,
): Step {
  if (!interrupts(context, event)) return refused('busy')
  return unlessFolderGone(event, () => replaceTurn(draft, context, state, event))
}
