import { whenAwaitingApproval as whenAwaitingWell } from '../../src/main/core/states/when-awaiting-approval.ts'
import type { Step } from '../../src/main/core/machine/step.ts'

/** PLANTED BUG: while other calls wait for an answer, a second answer replaces the first. */
export function whenAwaitingApproval(
  ...[state, context, event]: Parameters<typeof whenAwaitingWell>
): Step {
  if (event.type !== 'approvalAnswered') return whenAwaitingWell(state, context, event)
  const answers = state.answers.map((each) =>
    event.callIds.includes(each.callId) ? { ...each, answer: event.answer } : each,
  )
  return whenAwaitingWell({ ...state, answers }, context, event)
}
