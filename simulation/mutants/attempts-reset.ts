import { whenRequesting as whenRequestingWell } from '../../src/main/core/states/when-requesting.ts'
import type { Step } from '../../src/main/core/machine/step.ts'

/** PLANTED BUG: the beginning of an answer counts as a success, so a failure after it is retried endlessly. */
export function whenRequesting(
  ...[state, context, event]: Parameters<typeof whenRequestingWell>
): Step {
  const step = whenRequestingWell(state, context, event)
  if (event.type !== 'llmStreamStarted' || step.type === 'refused') return step
  return step.state.type === 'llmRequesting'
    ? { ...step, state: { ...step.state, attempt: 1 } }
    : step
}
