import {
  addSubAgentResult as say,
  startChildren,
  closeChildren,
  describeChild,
  endedPhase,
} from '../../src/main/core/round/sub-agents.ts'

export { startChildren, closeChildren, describeChild, endedPhase }

/** PLANTED BUG: the result of a sub-agent is recorded again with the result of the call. */
export function addSubAgentResult(
  draft: Parameters<typeof say>[0],
  callId: Parameters<typeof say>[1],
  ended: Parameters<typeof say>[2],
): ReturnType<typeof say> {
  const children = ended.children.map((child) => ({ ...child, messageId: null }))
  return say(draft, callId, { ...ended, children })
}
