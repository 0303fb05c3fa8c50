import { whenRequesting as whenRequestingWell } from '../../src/main/core/when-requesting.ts'
import type { Step } from '../../src/main/core/step.ts'

/** PLANTED BUG: a turn does not know that it has asked the fallback, and begins with the first model again. */
export function whenRequesting(
  ...[state, context, event]: Parameters<typeof whenRequestingWell>
): Step {
  const step = whenRequestingWell(state, context, event)
  if (step.type === 'refused' || step.state.type !== 'llmRequesting') return step
  const turn = { ...step.state.turn, provider: 'primary' as const }
  return { ...step, state: { ...step.state, turn } }
}
