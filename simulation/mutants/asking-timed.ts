import { whenAwaitingSubAgents as whenAwaitingWell } from '../../src/main/core/states/when-awaiting-sub-agents.ts'
import type { Step } from '../../src/main/core/machine/step.ts'

/** PLANTED BUG: the clock of a sub-agent that asks a person keeps running. */
export function whenAwaitingSubAgents(
  ...[state, context, event]: Parameters<typeof whenAwaitingWell>
): Step {
  const step = whenAwaitingWell(state, context, event)
  if (event.type !== 'childChanged' || event.now.type !== 'asking') return step
  if (step.type === 'refused') return step
  return { ...step, effects: step.effects.filter(({ type }) => type !== 'stopTimer') }
}
