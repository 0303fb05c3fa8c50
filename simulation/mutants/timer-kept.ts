import { whenExecutingTools as whenExecutingToolsWell } from '../../src/main/core/states/when-executing-tools.ts'
import type { Step } from '../../src/main/core/machine/step.ts'

/** PLANTED BUG: the timer of a tool that ended by itself keeps running. */
export function whenExecutingTools(
  ...[state, context, event]: Parameters<typeof whenExecutingToolsWell>
): Step {
  const step = whenExecutingToolsWell(state, context, event)
  if (event.type !== 'toolFinished' || step.type === 'refused') return step
  return { ...step, effects: step.effects.filter(({ type }) => type !== 'stopTimer') }
}
