import { limitOnCall as limitOnCallWell } from '../../src/main/core/turn/turn-limits.ts'

export {
  limitOnRequest,
  stopAtBudget,
  stopAtLimit,
  withinSubAgents,
} from '../../src/main/core/turn/turn-limits.ts'

/** PLANTED BUG: a turn makes one call more than its limit. */
export function limitOnCall(
  ...[caps, turn, call]: Parameters<typeof limitOnCallWell>
): string | null {
  const toolCallsPerTurn = caps.toolCallsPerTurn + 1
  return limitOnCallWell({ ...caps, toolCallsPerTurn }, turn, call)
}
