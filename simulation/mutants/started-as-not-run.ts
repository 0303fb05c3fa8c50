import { recover as recoverWell } from '../../src/main/core/round/recovery.ts'
import type { Step } from '../../src/main/core/machine/step.ts'

/** PLANTED BUG: a call that had started is reported as not run after a restart. */
export function recover(...[draft, context, state, event]: Parameters<typeof recoverWell>): Step {
  const openCalls = event.openCalls.map((call) =>
    call.was.type === 'started' ? { ...call, was: { type: 'waiting' as const } } : call,
  )
  return recoverWell(draft, context, state, { ...event, openCalls })
}
